import { useSelector } from '@xstate/react'
import { FileUp } from 'lucide-react'
import type { ChangeEvent, ReactNode } from 'react'
import type { QueueRef } from '../../machines/queue/queue'
import { mostAhead, mostDrafts, mostQueued } from '../../schemas/queue/queue'
import * as words from '../../schemas/queue/queue.words'
import ReadPrice from '../composer/ReadPrice'
import { useLogic } from '../shell/logicContext'
import { Button, buttonClass, cx, Dialog, Field, TextArea } from '../ui'
import { NumberStepper } from '../ui/forms/NumberStepper'
import { LazyPart } from '../ui/states/LazyPart'
import { lazy } from '../ui/states/lazy'
import { Bookmarklet } from './Bookmarklet'
import { IntakeNote } from './IntakeNote'

const DraftsPrice = lazy(() => import('./DraftsPrice'))

const submit = { type: 'links.submit' } as const

export const ManyLinks = ({ queue, open, onClose }: { queue: QueueRef; open: boolean; onClose: () => void }) => {
  const text = useSelector(queue, ({ context }) => context.text)
  const { holdFile } = useLogic()
  const { ahead, drafts } = useSelector(queue, ({ context }) => context.settings)
  const last = useSelector(queue, ({ context }) => context.last)
  const canSubmit = useSelector(queue, (snapshot) => snapshot.can(submit))
  const add = () => {
    queue.send(submit)
    if (queue.getSnapshot().context.text === '') onClose()
  }
  const addFile = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    if (currentTarget.files?.length) queue.send({ type: 'files.add', files: [...currentTarget.files].map(holdFile) })
    currentTarget.value = ''
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={words.manyLinks}
      description={words.description(mostQueued)}
      footer={
        <>
          <label className={cx(buttonClass({}), 'relative focus-within:outline-2')}>
            <FileUp aria-hidden="true" className="size-4 shrink-0" />
            {words.addFile}
            <input
              type="file"
              accept=".txt,.csv,text/plain,text/csv"
              onChange={addFile}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
          </label>
          <Button tone="primary" disabled={!canSubmit} onClick={add}>
            {words.add}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="Links" hint={words.linksHint}>
          <TextArea
            data-autofocus
            value={text}
            rows={7}
            spellCheck={false}
            placeholder={'https://x.com/name/status/123\nhttps://x.com/name/status/456'}
            onChange={({ target }) => queue.send({ type: 'text.change', text: target.value })}
          />
        </Field>
        <IntakeNote queue={queue} />
        <Field label={words.loadAhead} hint={readingHint(ahead, drafts)}>
          <NumberStepper
            what="post"
            min={0}
            max={mostAhead}
            value={ahead}
            onChange={(value) => {
              if (Number.isInteger(value) && value >= 0 && value <= mostAhead)
                queue.send({ type: 'settings.change', settings: { ahead: value } })
            }}
          />
        </Field>
        <PricePlace className="min-h-9 sm:min-h-4.5">
          <ReadPrice />
        </PricePlace>
        <Field label={words.draftsAhead} hint={draftsHint(drafts, last !== undefined)}>
          <NumberStepper
            what="draft"
            min={0}
            max={mostDrafts}
            value={drafts}
            onChange={(value) => {
              if (Number.isInteger(value) && value >= 0 && value <= mostDrafts)
                queue.send({ type: 'settings.change', settings: { drafts: value } })
            }}
          />
        </Field>
        {last ? (
          <PricePlace className="min-h-9">
            <LazyPart>
              <DraftsPrice last={last} />
            </LazyPart>
          </PricePlace>
        ) : null}
        <Bookmarklet />
      </div>
    </Dialog>
  )
}

/** As high as the price, so that nothing below it moves when the price arrives. */
const PricePlace = ({ className, children }: { className: string; children: ReactNode }) => (
  <div className={cx('-mt-2', className)}>{children}</div>
)

const readingHint = (ahead: number, drafts: number): string | undefined => {
  if (drafts > ahead) return words.loadedForDrafts
  return ahead === 0 ? words.loadedInTurn : undefined
}

const draftsHint = (drafts: number, isKnown: boolean): string =>
  drafts === 0 ? words.draftsInTurn : words.draftsWrittenAhead(isKnown)
