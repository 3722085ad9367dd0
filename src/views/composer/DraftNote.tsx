import { Check, TriangleAlert } from 'lucide-react'
import type { ReplyFlowRef } from '../../machines/composer/replyFlow'
import * as words from '../../schemas/composer/composer.words'
import { composerFieldNames, emptyComposerForm, type SendMode } from '../../schemas/composer/draft'
import { useCloseWarning } from '../ui/forms/closeWarning'
import { useComposer } from './useComposer'

interface DraftNoteProps {
  flow: ReplyFlowRef
  mode: SendMode
  onClear: () => void
}

/** With replies, the send options contain *Clear*. */
export const DraftNote = (props: DraftNoteProps) => {
  const { flow } = props
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
  if (!hasContent) return null
  const Mark = problem ? TriangleAlert : Check
  return (
    <p className={hasReplies && !problem ? 'sr-only' : 'flex items-center gap-2 text-xs text-ink-2 coarse:min-h-ctl'}>
      <Mark aria-hidden="true" className="size-4 shrink-0" />
      <span className={problem ? undefined : 'max-sm:sr-only'}>
        {problem ? words.draftNotSaved[problem] : words.draftSaved}
      </span>
      {hasReplies ? null : <ClearButton {...props} />}
    </p>
  )
}

export const ClearButton = ({ flow, mode, onClear }: DraftNoteProps) => {
  const isLocked = useComposer(flow, (snapshot, isLocked) => isLocked && snapshot.matches({ work: 'sending' }))
  return (
    <button
      type="button"
      disabled={isLocked}
      className="text-link px-1 py-1 text-xs font-semibold coarse:min-h-ctl coarse:min-w-11"
      onClick={() => {
        flow.send({ type: 'mode.select', mode })
        onClear()
      }}
    >
      Clear
    </button>
  )
}
