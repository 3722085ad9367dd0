import { useSelector } from '@xstate/react'
import type { BulkDeleteRef } from '../../machines/crud/bulkDelete'
import * as words from '../../schemas/accounts/accounts.words'
import { bulkDeleteMessages } from '../../schemas/accounts/accounts.words'
import { buttons } from '../../schemas/crud.words'
import { Button, Dialog } from '../ui'
import { Meter } from '../ui/Meter'

export const BulkDeleteDialog = ({ flow }: { flow: BulkDeleteRef }) => {
  const snapshot = useSelector(flow, (current) => current)
  const { chosen, queue, answered, failed } = snapshot.context
  const deleting = snapshot.matches('deleting')
  const stopping = snapshot.matches({ deleting: 'stopping' })
  const count = deleting ? queue.length : chosen.length
  const cancel = () => flow.send({ type: 'dialog.cancel' })
  const place = words.placeOf(Math.min(answered + 1, queue.length), queue.length)
  return (
    <Dialog
      open={deleting || snapshot.matches('confirming')}
      onClose={cancel}
      title={deleting ? bulkDeleteMessages.deleting(count) : bulkDeleteMessages.confirm(count)}
      description={count === 1 ? ofOne : ofSeveral}
      busy={deleting}
      size="sm"
      role="alertdialog"
      footer={
        <>
          {deleting ? (
            <Button
              key="stop"
              ref={takeFocus}
              aria-disabled={stopping || undefined}
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
            tone="danger"
            busy={deleting}
            busyLabel="Deleting..."
            onClick={() => flow.send({ type: 'delete.confirm' })}
          >
            Delete
          </Button>
        </>
      }
    >
      {deleting ? (
        <>
          <p className="mb-2 flex flex-wrap justify-between gap-x-4 text-sm tabular-nums">
            <span>{stopping ? words.stoppingAfter(place) : place}</span>
            {failed > 0 ? <strong className="font-semibold text-danger-ink">{failed} failed</strong> : null}
          </p>
          <Meter
            total={queue.length}
            parts={[
              { value: answered - failed, tone: 'primary' },
              { value: failed, tone: 'danger' },
            ]}
            label={words.deletionProgress(answered - failed, failed, queue.length)}
          />
        </>
      ) : null}
    </Dialog>
  )
}

const ofOne = words.deletionOfOne
const ofSeveral = words.deletionOfSeveral

const takeFocus = (button: HTMLButtonElement | null) => button?.focus()
