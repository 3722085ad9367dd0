import { useSelector } from '@xstate/react'
import { ShieldCheck } from 'lucide-react'
import { Link } from 'wouter'
import { useEffects } from '../../effects'
import { accountCheck } from '../../machines/accounts/accountEditor.actors'
import type { SaidByX, StoredAccount } from '../../schemas/accounts/accountEdit'
import * as words from '../../schemas/accounts/accounts.words'
import { type Activity, activityOf } from '../../schemas/accounts/activity'
import { inboxPath } from '../../schemas/paths'
import { Ours } from '../shell/metaContext'
import { useScreenActor } from '../shell/screenActor'
import { ActiveBadge, Button, Card } from '../ui'

export const AccountStatus = ({ account }: { account: StoredAccount }) => {
  const check = useScreenActor(accountCheck, { id: account.id })
  useEffects(check)
  const checkedAccount = useSelector(check, ({ context }) => context.answer) ?? account
  const { inactive_reason, x } = checkedAccount
  const activity = activityOf(checkedAccount)
  const checked = useSelector(check, (snapshot) => snapshot.matches('checked'))
  const busy = useSelector(check, (snapshot) => snapshot.hasTag('busy'))
  return (
    <Card className="mb-5 flex max-w-4xl flex-wrap items-center gap-x-4 gap-y-3 sm:px-6">
      <div role="status" className="flex min-w-0 flex-1 basis-60 flex-wrap items-center gap-x-3 gap-y-1.5">
        <ActiveBadge activity={activity} />
        <p className="min-w-0 text-sm break-words text-ink-2">{explain(activity, inactive_reason, checked)}</p>
        {x?.is_protected ? <p className="basis-full text-sm text-warn-ink">{words.isProtected}</p> : null}
        {x?.subscription ? <p className="basis-full text-sm text-ink-2">{lengthFor(x.subscription)}</p> : null}
      </div>
      <Ours>
        <Link href={`${inboxPath}?account=${account.id}`} className="text-sm text-link font-semibold">
          Inbox
        </Link>
        <Button
          icon={ShieldCheck}
          busy={busy}
          busyLabel="Checking..."
          onClick={() => check.send({ type: 'check.request' })}
        >
          Check
        </Button>
      </Ours>
    </Card>
  )
}

/** X does not document whether its API accepts long posts of subscribers, so 280 characters apply to every account. */
const lengthFor = (subscription: NonNullable<SaidByX['subscription']>): string =>
  subscription === 'None' ? words.withoutPremium : words.withPremium(subscription.replace('PremiumPlus', 'Premium+'))

const explain = (activity: Activity, reason: string | null | undefined, checked: boolean): string => {
  if (activity === 'unknown') return words.statusUnknown
  if (activity === 'inactive') return reason ?? words.notAccepted
  return checked ? words.credentialsAccepted : words.checkCredentials
}
