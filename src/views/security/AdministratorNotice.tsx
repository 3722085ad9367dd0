import { useSelector } from '@xstate/react'
import type { OwnAccountRef } from '../../machines/security/ownAccount'
import { Button, Card } from '../ui'

/** Told to the first operator of a server that had no administrators before, until it was read. */
export const AdministratorNotice = ({ flow }: { flow: OwnAccountRef }) => {
  const isBusy = useSelector(flow, (snapshot) => snapshot.hasTag('busy'))
  const isDismissing = useSelector(flow, (snapshot) => snapshot.matches('dismissing'))
  return (
    <Card tone="soft" role="status" className="grid gap-3 text-sm">
      <p className="max-w-prose">
        You are the administrator of this server now, as its first operator. Others sign up by your invitation, and
        below you see them, what they may do, and who came in.
      </p>
      <Button
        size="sm"
        className="justify-self-start"
        busy={isDismissing}
        disabled={isBusy}
        onClick={() => flow.send({ type: 'notice.dismiss' })}
      >
        Understood
      </Button>
    </Card>
  )
}
