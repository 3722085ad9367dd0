import { useSelector } from '@xstate/react'
import { ShieldCheck } from 'lucide-react'
import { accountCheck } from '../../actors/accountEditor'
import { useEffects } from '../../effects'
import type { Account } from '../../schemas/accounts'
import { useScreenActor } from '../screenActor'
import { ActiveBadge, Button, Card } from '../ui'

/** Whether X takes the account, as last known, and a way to ask X now. */
export const AccountStatus = ({ account }: { account: Account }) => {
  const check = useScreenActor(accountCheck, { id: account.id })
  useEffects(check)
  const { is_active, inactive_reason } = useSelector(check, ({ context }) => context.answer) ?? account
  const checked = useSelector(check, (snapshot) => snapshot.matches('checked'))
  const busy = useSelector(check, (snapshot) => snapshot.hasTag('busy'))
  return (
    <Card className="mb-5 flex max-w-4xl flex-wrap items-center gap-x-4 gap-y-3 sm:px-6">
      <div role="status" className="flex min-w-0 flex-1 basis-60 flex-wrap items-center gap-x-3 gap-y-1.5">
        <ActiveBadge active={is_active} />
        <p className="min-w-0 text-sm break-words text-ink-2">{explain(is_active, inactive_reason, checked)}</p>
      </div>
      <Button
        icon={ShieldCheck}
        busy={busy}
        busyLabel="Checking..."
        onClick={() => check.send({ type: 'check.request' })}
      >
        Check
      </Button>
    </Card>
  )
}

const explain = (active: boolean, reason: string | null | undefined, checked: boolean): string => {
  if (!active) return reason ?? 'X does not take this account.'
  return checked ? 'X takes these credentials.' : 'Check asks X whether the stored credentials still work.'
}
