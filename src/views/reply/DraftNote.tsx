import { Check } from 'lucide-react'
import type { ReplyFlowRef } from '../../machines/replyFlow'
import { composerFieldNames, emptyComposerForm, type SendMode } from '../../schemas/draft'
import { useShown } from './useShown'

/** Says that what stands in the composer is kept, and clears it. Nothing while there is nothing to keep. */
export const DraftNote = ({ flow, mode, onClear }: { flow: ReplyFlowRef; mode: SendMode; onClear: () => void }) => {
  const isKept = useShown(
    flow,
    ({ context: { form, post, replies } }) =>
      post !== undefined ||
      replies.length > 0 ||
      composerFieldNames.some((name) => form[name] !== emptyComposerForm[name]),
  )
  const isLocked = useShown(flow, (snapshot, isSlow) => isSlow && snapshot.matches({ work: 'sending' }))
  if (!isKept) return null
  return (
    <p className="mt-1 flex items-center gap-2 text-xs text-ink-2">
      <Check aria-hidden="true" className="size-4 shrink-0" />
      Draft kept on this device
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
