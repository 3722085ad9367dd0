import { useSelector } from '@xstate/react'
import { useRef } from 'react'
import { useSearchParams } from 'wouter'
import { useEmitted } from '../../effects'
import { consentResult } from '../../machines/accounts/connections.actors'
import type { Consent } from '../../schemas/connections'
import { useScreenActor } from '../shell/screenActor'
import { Button, Card } from '../ui'
import { pageHeading } from '../ui/pageHeading'
import { TryAgain } from '../ui/TryAgain'
import { useFocusHeir } from '../ui/useFocusHeir'

/** What came of a journey to X's consent page, for the operator who is back from it. */
const ConsentNotice = ({ id }: { id: string }) => {
  const flow = useScreenActor(consentResult, { id })
  const [, setQuery] = useSearchParams()
  useEmitted(flow, 'consent.told', () => setQuery(withoutConsent, { replace: true }))
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
          ? 'Reading what came of connecting...'
          : snapshot.matches('unread')
            ? 'What came of connecting could not be read.'
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

/** So that a reload, or whoever is given the address, is not told of it again. */
const withoutConsent = (query: URLSearchParams): URLSearchParams => {
  const rest = new URLSearchParams(query)
  rest.delete('consent')
  return rest
}

const foreign =
  'This answer from X does not belong to a connection that was begun in this browser and this session. Nothing was connected. Begin again with Add Media Agent.'

const again = 'Begin again with Add Media Agent.'

const textOf = ({ outcome, username, detail }: Consent): string => {
  switch (outcome) {
    case 'connected':
      return `${username} is connected by OAuth 2.0 and may post.`
    case 'renewed':
      return `${username} was connected already. Its connection is renewed, and what waited goes on.`
    case 'denied':
      return `You cancelled on X’s page. Nothing was connected. ${again}`
    case 'late':
      return `You came back from X after more than ten minutes. Nothing was connected. ${again}`
    case 'other_account':
      return `On X’s page ${username} consented, but another account was to be connected. Nothing changed. Log in to X as that one, then begin again.`
    case 'read_only':
      return `X let this app only read as ${username}. Nothing was connected. Set your app to Read and write on X’s developer site, then begin again.`
    case 'refused':
    case 'failed':
      return `${username ?? 'The account'} was not connected: ${detail ?? 'X gave no reason'}. ${again}`
    case null:
      return 'You have not finished on X’s page yet, or X’s answer is still being worked on. Nothing is connected so far. Finish on X’s page and try again here, or begin again with Add Media Agent.'
  }
}

export default ConsentNotice
