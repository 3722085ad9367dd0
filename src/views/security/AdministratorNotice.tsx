import { useSelector } from '@xstate/react'
import type { OwnAccountRef } from '../../machines/security/ownAccount'
import * as words from '../../schemas/security/security.words'
import { Button, Card } from '../ui'

export const AdministratorNotice = ({ flow }: { flow: OwnAccountRef }) => {
  const isBusy = useSelector(flow, (snapshot) => snapshot.hasTag('busy'))
  const isDismissing = useSelector(flow, (snapshot) => snapshot.matches('dismissing'))
  return (
    <Card tone="soft" role="status" className="grid gap-3 text-sm">
      <p className="max-w-prose">{words.administratorNotice}</p>
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
