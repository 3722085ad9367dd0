import { useSelector } from '@xstate/react'
import { useRef } from 'react'
import { useSearchParams } from 'wouter'
import { useEmitted } from '../../effects'
import { consentResult } from '../../machines/accounts/connections.actors'
import * as words from '../../schemas/accounts/accounts.words'
import type { Consent } from '../../schemas/accounts/connections'
import { useScreenActor } from '../shell/screenActor'
import { Button, Card } from '../ui'
import { TryAgain } from '../ui/states/TryAgain'
import { pageHeading } from '../ui/tables/pageHeading'
import { useFocusHeir } from '../ui/useFocusHeir'

const ConsentNotice = ({ id }: { id: string }) => {
  const flow = useScreenActor(consentResult, { id })
  const [, setQuery] = useSearchParams()
  useEmitted(flow, 'consent.shown', () => setQuery(withoutConsent, { replace: true }))
  const dismissal = useRef<HTMLButtonElement>(null)
  const focus = useFocusHeir(() => dismissal.current ?? pageHeading())
  const snapshot = useSelector(flow, (current) => current)
  if (snapshot.matches('dismissed')) return null
  const { consent } = snapshot.context
  const isGood = consent?.outcome === 'connected' || consent?.outcome === 'renewed'
  const isReading = snapshot.hasTag('busy')
  const dismiss = () => {
    flow.send({ type: 'consent.dismiss' })
    pageHeading()?.focus()
  }
  return (
    <Card
      {...focus}
      tone={isGood ? 'soft' : 'plain'}
      role={isGood || isReading ? 'status' : 'alert'}
      className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm"
    >
      <p className="min-w-0 flex-1 basis-72">
        {isReading
          ? words.checkingConnection
          : snapshot.matches('unread')
            ? words.connectionUnread
            : consent
              ? textOf(consent)
              : foreign}
      </p>
      {snapshot.can({ type: 'page.reload' }) ? <TryAgain onClick={() => flow.send({ type: 'page.reload' })} /> : null}
      <Button ref={dismissal} size="sm" onClick={dismiss}>
        Dismiss
      </Button>
    </Card>
  )
}

/** A reload or a shared address does not show the notice again. */
const withoutConsent = (query: URLSearchParams): URLSearchParams => {
  const rest = new URLSearchParams(query)
  rest.delete('consent')
  return rest
}

const foreign = words.foreignConsent

const textOf = ({ outcome, username, detail }: Consent): string => {
  switch (outcome) {
    case 'connected':
      return words.consentConnected(username)
    case 'renewed':
      return words.consentRenewed(username)
    case 'denied':
      return words.consentCancelled
    case 'late':
      return words.consentExpired
    case 'other_account':
      return words.consentOther(username)
    case 'read_only':
      return words.consentReadOnly(username)
    case 'refused':
    case 'failed':
      return words.consentFailed(username, detail)
    case null:
      return words.consentUnfinished
  }
}

export default ConsentNotice
