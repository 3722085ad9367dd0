import { Check, TriangleAlert } from 'lucide-react'
import type { ReplyFlowRef } from '../../machines/composer/replyFlow'
import { composerFieldNames, emptyComposerForm, type SendMode } from '../../schemas/draft'
import { useCloseWarning } from '../ui/closeWarning'
import { useShown } from './useShown'

const problems = {
  displaced: 'Not kept: another tab keeps its draft on this device',
  refused: 'Not kept: this browser stores no more',
  unkept: 'Draft not kept on this device',
}

/** Says whether what stands in the composer is kept, and clears it. Nothing while there is nothing to keep. */
export const DraftNote = ({ flow, mode, onClear }: { flow: ReplyFlowRef; mode: SendMode; onClear: () => void }) => {
  const stands = useShown(
    flow,
    ({ context: { form, post, replies } }) =>
      post !== undefined ||
      replies.length > 0 ||
      composerFieldNames.some((name) => form[name] !== emptyComposerForm[name]),
  )
  const problem = useShown(flow, (snapshot) =>
    (['displaced', 'refused', 'unkept'] as const).find((draft) => snapshot.matches({ draft })),
  )
  const hasReplies = useShown(flow, ({ context }) => context.replies.length > 0)
  useCloseWarning(hasReplies && problem !== undefined)
  const isLocked = useShown(flow, (snapshot, isSlow) => isSlow && snapshot.matches({ work: 'sending' }))
  if (!stands) return null
  const Mark = problem ? TriangleAlert : Check
  return (
    <p className="mt-1 flex items-center gap-2 text-xs text-ink-2">
      <Mark aria-hidden="true" className="size-4 shrink-0" />
      {problem ? problems[problem] : 'Draft kept on this device'}
      <button
        type="button"
        disabled={isLocked}
        className="text-link px-1 py-1 font-semibold"
        onClick={() => {
          flow.send({ type: 'mode.select', mode })
          onClear()
        }}
      >
        Clear
      </button>
    </p>
  )
}
