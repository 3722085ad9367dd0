import { useSelector } from '@xstate/react'
import { ExternalLink } from 'lucide-react'
import { useEffect } from 'react'
import { useEffects } from '../../effects'
import type { ConnectingRef } from '../../machines/accounts/connecting'
import { connecting, movableAfter } from '../../machines/accounts/connections.actors'
import * as words from '../../schemas/accounts/accounts.words'
import type { Connection, Movable } from '../../schemas/accounts/connections'
import { useMeta } from '../shell/metaContext'
import { useScreenActor } from '../shell/screenActor'
import { Button, Card } from '../ui'
import { Coming } from '../ui/states/Coming'
import { LazyPart } from '../ui/states/LazyPart'
import { lazy } from '../ui/states/lazy'
import { TryAgain } from '../ui/states/TryAgain'
import { MovePanel } from './MovePanel'

const AppGuide = lazy(() => import('./AppGuide'))

type ConnectPanelProps = {
  group: string
  account?: Movable
}

export const ConnectPanel = ({ group, account }: ConnectPanelProps) => {
  const flow = useScreenActor(connecting, { accountId: account?.id })
  useEffects(flow)
  usePageShown(flow)
  const snapshot = useSelector(flow, (current) => current)
  const { connection } = snapshot.context
  const isGoing = snapshot.hasTag('busy')
  // Each sandbox account has its own app.
  const { sandbox } = useMeta()
  const action = account ? 'Connect again' : words.connectWithX
  const request = { type: 'connect.request' as const, group }
  if (snapshot.matches('absent')) return null
  return (
    <Card tone="soft" role="group" aria-label={words.connectWithX} className="mb-5 grid gap-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <p className="min-w-0 flex-1 basis-64">{account ? words.connectAgain(account.username) : words.connectNew}</p>
        <Button
          icon={ExternalLink}
          tone="primary"
          busy={isGoing}
          busyLabel={words.openingX}
          disabled={!isGoing && !snapshot.can(request)}
          onClick={() => flow.send(request)}
        >
          {action}
        </Button>
      </div>
      {account && !connection && snapshot.matches('loading') ? <Coming /> : null}
      {snapshot.matches('unknown') ? (
        <p role="alert" className="flex flex-wrap items-center gap-3">
          {words.connectionUnknown} <TryAgain onClick={() => flow.send({ type: 'page.reload' })} />
        </p>
      ) : null}
      {connection?.unavailable ? (
        <>
          <p>{connection.unavailable}</p>
          <LazyPart>
            <AppGuide callback={connection.callback} action={action} />
          </LazyPart>
        </>
      ) : null}
      {connection && connection.consumer_keys > 1 && !sandbox && !account ? (
        <p className="text-warn-ink">{words.severalApps(connection.consumer_keys)}</p>
      ) : null}
      {connection && account ? <MoveOffer accounts={connection.movable} isOne /> : null}
      {connection && !account ? <MoveAll first={connection} /> : null}
    </Card>
  )
}

const MoveAll = ({ first: { movable, next } }: { first: Connection }) =>
  next === null ? <MoveOffer accounts={movable} isOne={false} /> : <MoveMany first={movable} after={next} />

const MoveMany = ({ first, after }: { first: readonly Movable[]; after: number }) => {
  const loader = useScreenActor(movableAfter, { params: after })
  const snapshot = useSelector(loader, (current) => current)
  const { data } = snapshot.context
  if (snapshot.matches('failed'))
    return (
      <p role="alert" className="flex flex-wrap items-center gap-3">
        {words.movableUnknown} <TryAgain onClick={() => loader.send({ type: 'list.reload' })} />
      </p>
    )
  return data ? <MoveOffer accounts={[...first, ...data]} isOne={false} /> : null
}

type MoveOfferProps = { accounts: readonly Movable[]; isOne: boolean }

const MoveOffer = ({ accounts, isOne }: MoveOfferProps) =>
  accounts.length > 0 ? <MovePanel accounts={accounts} isOne={isOne} /> : null

/** Back may show this page in the state in which it waited for X's page. */
const usePageShown = (flow: ConnectingRef): void => {
  useEffect(() => {
    const shown = () => flow.send({ type: 'page.shown' })
    window.addEventListener('pageshow', shown)
    return () => window.removeEventListener('pageshow', shown)
  }, [flow])
}
