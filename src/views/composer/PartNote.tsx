import { Sparkles } from 'lucide-react'
import { useRef } from 'react'
import type { ReplyFlowRef } from '../../machines/composer/replyFlow'
import * as words from '../../schemas/composer/composer.words'
import { Button } from '../ui/Button'
import { Meter } from '../ui/Meter'
import { useFocusHeir } from '../ui/useFocusHeir'
import { useComposer } from './useComposer'

export const previewHeadingId = 'preview-heading'
/** The number of the reply, from 1. */
export const editButtonId = (number: number): string => `edit-reply-${number}`

export const PartNote = ({ flow }: { flow: ReplyFlowRef }) => {
  const have = useComposer(flow, ({ context }) => context.replies.length)
  const asked = useComposer(flow, ({ context }) => context.asked)
  const isWriting = useComposer(flow, (snapshot) =>
    snapshot.matches({ work: { open: { generating: { all: 'rest' } } } }),
  )
  const isPartial = useComposer(flow, (snapshot) => snapshot.matches({ work: { open: { previewing: 'partial' } } }))
  const note = useRef<HTMLDivElement>(null)
  const focus = useFocusHeir(() => note.current ?? document.getElementById(previewHeadingId))
  if (!asked || !(isWriting || isPartial)) return null
  const { count, incomplete } = asked
  return (
    <div ref={note} tabIndex={-1} {...focus} className="mb-4 rounded-lg border border-line bg-surface px-4 py-3">
      <Meter
        label={words.written(have, count)}
        total={count}
        parts={[{ value: have, tone: isWriting ? 'primary' : 'success' }]}
      />
      <div className="mt-2.5 flex flex-wrap items-center gap-x-4 gap-y-2">
        <p role="status" className="min-w-0 flex-1 basis-56 text-sm wrap-anywhere">
          {isWriting ? (
            words.writing(have, count)
          ) : (
            <>
              <strong className="font-semibold">{words.written(have, count)}.</strong>{' '}
              {incomplete ?? words.writingCancelled}
            </>
          )}
        </p>
        {isPartial ? (
          <Button size="sm" icon={Sparkles} onClick={() => flow.send({ type: 'preview.continue' })}>
            {words.writeMissing(count - have)}
          </Button>
        ) : null}
      </div>
    </div>
  )
}
