import { useSelector } from '@xstate/react'
import type { BulkDeleteRef } from '../../machines/crud/bulkDelete'
import { bulkDeleteMessages } from '../../schemas/accounts'
import { Button, Dialog } from '../ui'
import { Meter } from '../ui/Meter'

/** Asks before what is chosen is deleted, and tells how the deletion goes. First focus is on Cancel, then on Stop. */
export const BulkDeleteDialog = ({ flow }: { flow: BulkDeleteRef }) => {
  const snapshot = useSelector(flow, (current) => current)
  const { chosen, queue, answered, failed } = snapshot.context
  const deleting = snapshot.matches('deleting')
  const stopping = snapshot.matches({ deleting: 'stopping' })
  const count = deleting ? queue.length : chosen.length
  const cancel = () => flow.send({ type: 'dialog.cancel' })
  const place = `${Math.min(answered + 1, queue.length)} of ${queue.length}`
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
              Cancel
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
            <span>{stopping ? `Stopping after ${place}` : place}</span>
            {failed > 0 ? <strong className="font-semibold text-danger-ink">{failed} failed</strong> : null}
          </p>
          <Meter
            total={queue.length}
            parts={[
              { value: answered - failed, tone: 'primary' },
              { value: failed, tone: 'danger' },
            ]}
            label={`${answered - failed} deleted, ${failed} failed, of ${queue.length}`}
          />
        </>
      ) : null}
    </Dialog>
  )
}

const ofOne =
  'It is disconnected and its credentials are erased. Replies that wait for it are not sent; its posts stay on X.'
const ofSeveral =
  'They are disconnected and their credentials are erased. Replies that wait for them are not sent; their posts stay on X.'

const takeFocus = (button: HTMLButtonElement | null) => button?.focus()
