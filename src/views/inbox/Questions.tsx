import { useSelector } from '@xstate/react'
import type { InboxActsRef } from '../../machines/inbox/inboxActs'
import { atHandle } from '../../schemas/handle'
import type { Watch } from '../../schemas/inbox'
import { Button, ConfirmDialog, Dialog } from '../ui'

/** What is asked before something is replaced, somebody is listed, or money is spent. */
export const Questions = ({ acts }: { acts: InboxActsRef }) => {
  const mention = useSelector(acts, ({ context }) => context.mention)
  const isWriting = useSelector(acts, ({ context }) => context.isWriting)
  const replaces = useSelector(acts, (snapshot) => snapshot.matches('askingToReplace'))
  const shuns = useSelector(acts, (snapshot) => snapshot.matches('askingToShun'))
  const confirm = () => acts.send({ type: 'question.confirm' })
  const cancel = () => acts.send({ type: 'question.cancel' })
  return (
    <>
      <ConfirmDialog
        open={replaces}
        question={isWriting ? 'Give up the replies that are being written?' : 'Replace the replies in the composer?'}
        detail={
          isWriting
            ? 'The model charges for them all the same. To keep them, wait until they are there, and send them first.'
            : 'They were not sent. To keep them, send them first.'
        }
        confirmLabel={isWriting ? 'Give up' : 'Replace'}
        onConfirm={confirm}
        onCancel={cancel}
      />
      <ConfirmDialog
        open={shuns}
        question={`Never reply to ${atHandle(mention?.author_username)} again?`}
        detail="No account of yours replies to them until you take them off the do-not-reply list."
        confirmLabel="Do not reply"
        onConfirm={confirm}
        onCancel={cancel}
      />
      <WatchQuestion acts={acts} />
    </>
  )
}

const WatchQuestion = ({ acts }: { acts: InboxActsRef }) => {
  const watch = useSelector(acts, ({ context }) => context.watch)
  const asks = useSelector(acts, (snapshot) => snapshot.matches('askingToWatch'))
  const cancel = () => acts.send({ type: 'question.cancel' })
  return (
    <Dialog
      open={asks}
      onClose={cancel}
      title={`Watch for mentions of ${atHandle(watch?.account_username)}?`}
      description={watch ? costOf(watch) : null}
      size="sm"
      footer={
        <>
          <Button onClick={cancel}>Cancel</Button>
          <Button tone="primary" onClick={() => acts.send({ type: 'question.confirm' })}>
            Switch on
          </Button>
        </>
      }
    />
  )
}

/** What X bills for it, said before it is switched on. */
const costOf = ({ reads_a_day, price_a_day }: Watch): string =>
  `${price_a_day === null ? 'No price is known here for what X reads out: look it up with X before. ' : `It costs ${price_a_day} a day at X: `}${
    price_a_day === null ? 'About' : 'about'
  } ${reads_a_day} posts a day are read. You can switch it off at any time.`
