import { useSelector } from '@xstate/react'
import type { InboxActsRef } from '../../machines/inbox/inboxActs'
import { buttons } from '../../schemas/crud.words'
import { atHandle } from '../../schemas/handle'
import * as words from '../../schemas/inbox/inbox.words'
import { Button, ConfirmDialog, Dialog } from '../ui'

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
        question={isWriting ? words.discardWriting : words.replaceReplies}
        detail={isWriting ? words.discardWritingDetail : words.replaceRepliesDetail}
        confirmLabel={isWriting ? 'Discard' : 'Replace'}
        onConfirm={confirm}
        onCancel={cancel}
      />
      <ConfirmDialog
        open={shuns}
        question={words.neverReply(atHandle(mention?.author_username))}
        detail={words.neverReplyDetail}
        confirmLabel={words.doNotReply}
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
      title={words.watchQuestion(atHandle(watch?.account_username))}
      description={watch ? words.watchCost(watch.price_a_day, watch.reads_a_day) : null}
      size="sm"
      footer={
        <>
          <Button onClick={cancel}>{buttons.cancel}</Button>
          <Button tone="primary" onClick={() => acts.send({ type: 'question.confirm' })}>
            {words.switchOn}
          </Button>
        </>
      }
    />
  )
}
