import { Check, TriangleAlert } from 'lucide-react'
import type { ReplyFlowRef } from '../../machines/composer/replyFlow'
import * as words from '../../schemas/composer/composer.words'
import { composerFieldNames, emptyComposerForm, type SendMode } from '../../schemas/composer/draft'
import { useCloseWarning } from '../ui/forms/closeWarning'
import { useComposer } from './useComposer'

export const DraftNote = ({ flow, mode, onClear }: { flow: ReplyFlowRef; mode: SendMode; onClear: () => void }) => {
  const hasContent = useComposer(
    flow,
    ({ context: { form, post, replies } }) =>
      post !== undefined ||
      replies.length > 0 ||
      composerFieldNames.some((name) => form[name] !== emptyComposerForm[name]),
  )
  const problem = useComposer(flow, (snapshot) =>
    (['displaced', 'refused', 'unsaved'] as const).find((draft) => snapshot.matches({ draft })),
  )
  const hasReplies = useComposer(flow, ({ context }) => context.replies.length > 0)
  useCloseWarning(hasReplies && problem !== undefined)
  const isLocked = useComposer(flow, (snapshot, isLocked) => isLocked && snapshot.matches({ work: 'sending' }))
  if (!hasContent) return null
  const Mark = problem ? TriangleAlert : Check
  return (
    <p className="flex items-center gap-2 text-xs text-ink-2">
      <Mark aria-hidden="true" className="size-4 shrink-0" />
      <span className={hasReplies && !problem ? 'sr-only' : undefined}>
        {problem ? words.draftNotSaved[problem] : words.draftSaved}
      </span>
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
