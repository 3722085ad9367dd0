import { useSelector } from '@xstate/react'
import type { BulkChangeRef } from '../../machines/crud/bulkChange'
import * as words from '../../schemas/accounts/accounts.words'
import { bulkProgress, bulkTexts } from '../../schemas/accounts/bulkChange.words'
import { buttons } from '../../schemas/crud.words'
import { Button, Dialog } from '../ui'
import { Meter } from '../ui/Meter'
import { GroupField } from './GroupField'
import { useProgress } from './useProgress'

export const BulkChangeDialog = ({ flow }: { flow: BulkChangeRef }) => {
  const snapshot = useSelector(flow, (current) => current)
  const { chosen, queue, change = { kind: 'check' } } = snapshot.context
  const { results, isStopping } = useProgress(snapshot.children.work, [])
  const working = snapshot.matches('working')
  const count = working ? queue.length : chosen.length
  const texts = bulkTexts[change.kind]
  const answered = results.length
  const done = results.filter(({ detail }) => detail === null).length
  const cancel = () => flow.send({ type: 'dialog.cancel' })
  const place = words.placeOf(Math.min(answered + 1, queue.length), queue.length)
  return (
    <Dialog
      open={working || snapshot.matches('confirming')}
      onClose={cancel}
      title={working || change.kind === 'check' ? texts.doing(count) : bulkTexts[change.kind].question(count)}
      description={texts.detail(count)}
      busy={working}
      size="sm"
      role={change.kind === 'group' ? 'dialog' : 'alertdialog'}
      footer={
        <>
          {working ? (
            <Button
              key="stop"
              ref={takeFocus}
              aria-disabled={isStopping || undefined}
              onClick={() => flow.send({ type: 'page.stop' })}
            >
              Stop
            </Button>
          ) : (
            <Button key="cancel" onClick={cancel}>
              {buttons.cancel}
            </Button>
          )}
          <Button
            tone={change.kind === 'delete' ? 'danger' : 'primary'}
            busy={working}
            busyLabel={texts.busy}
            disabled={!working && !snapshot.can({ type: 'change.confirm' })}
            onClick={() => flow.send({ type: 'change.confirm' })}
          >
            {texts.action}
          </Button>
        </>
      }
    >
      {change.kind === 'group' && !working ? (
        <GroupField
          value={change.group}
          none={words.selectGroup}
          error={undefined}
          onChange={({ currentTarget: { value } }) =>
            flow.send({ type: 'change.request', change: { kind: 'group', group: value } })
          }
        />
      ) : null}
      {working ? (
        <>
          <p className="mb-2 flex flex-wrap justify-between gap-x-4 text-sm tabular-nums">
            <span>{isStopping ? words.stoppingAfter(place) : place}</span>
            {answered > done ? (
              <strong className="font-semibold text-danger-ink">{answered - done} failed</strong>
            ) : null}
          </p>
          <Meter
            total={queue.length}
            parts={[
              { value: done, tone: 'primary' },
              { value: answered - done, tone: 'danger' },
            ]}
            label={bulkProgress(done, answered - done, queue.length)}
          />
        </>
      ) : null}
    </Dialog>
  )
}

const takeFocus = (button: HTMLButtonElement | null) => button?.focus()
