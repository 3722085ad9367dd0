import { useSelector } from '@xstate/react'
import { ExternalLink } from 'lucide-react'
import { useEffect } from 'react'
import { useEffects } from '../../effects'
import type { ConnectingRef } from '../../machines/accounts/connecting'
import { connecting, movableAfter } from '../../machines/accounts/connections.actors'
import type { Connection, Movable } from '../../schemas/connections'
import { useMeta } from '../shell/metaContext'
import { useScreenActor } from '../shell/screenActor'
import { Button, Card } from '../ui'
import { LazyPart } from '../ui/LazyPart'
import { lazy } from '../ui/lazy'
import { TryAgain } from '../ui/TryAgain'
import { MovePanel } from './MovePanel'

const AppGuide = lazy(() => import('./AppGuide'))

type ConnectPanelProps = {
  /** Where an account is put that is new here. */
  group: string
  /** The one whose page this is, where it is connected already. */
  account?: Movable
}

/** Connects an account by X's consent page, and moves those that have keys, or the one account. */
export const ConnectPanel = ({ group, account }: ConnectPanelProps) => {
  const flow = useScreenActor(connecting, { accountId: account?.id })
  useEffects(flow)
  usePageShown(flow)
  const snapshot = useSelector(flow, (current) => current)
  const { connection } = snapshot.context
  const isGoing = snapshot.hasTag('busy')
  // Each sandbox account has an app of its own.
  const { sandbox } = useMeta()
  const action = account ? 'Connect again' : 'Connect with X'
  const request = { type: 'connect.request' as const, group }
  if (snapshot.matches('absent')) return null
  return (
    <Card tone="soft" role="group" aria-label="Connect with X" className="mb-5 grid gap-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <p className="min-w-0 flex-1 basis-64">
          {account
            ? `Log in to X as ${account.username} and let this app post for it again: also where X no longer takes its keys, or it was renamed. Its group stays, and what waits goes on.`
            : 'Log in to X as the account and let this app post for it. There is no key to copy, and the account joins the group that is chosen below.'}
        </p>
        <Button
          icon={ExternalLink}
          tone="primary"
          busy={isGoing}
          busyLabel="Going to X..."
          disabled={!isGoing && !snapshot.can(request)}
          onClick={() => flow.send(request)}
        >
          {action}
        </Button>
      </div>
      {snapshot.matches('unknown') ? (
        <p role="alert" className="flex flex-wrap items-center gap-3">
          Whether accounts can be connected this way could not be read.{' '}
          <TryAgain onClick={() => flow.send({ type: 'page.reload' })} />
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
        <p className="text-warn-ink">
          Your accounts use {connection.consumer_keys} different apps on X. X allows one app for one use: connect them
          all through one.
        </p>
      ) : null}
      {connection && account ? <MoveOffer accounts={connection.movable} isOne /> : null}
      {connection && !account ? <MoveAll first={connection} /> : null}
    </Card>
  )
}

const MoveAll = ({ first: { movable, next } }: { first: Connection }) =>
  next === null ? <MoveOffer accounts={movable} isOne={false} /> : <MoveMany first={movable} after={next} />

/** They are offered once all of them are known, which takes a while. */
const MoveMany = ({ first, after }: { first: readonly Movable[]; after: number }) => {
  const loader = useScreenActor(movableAfter, { params: after })
  const snapshot = useSelector(loader, (current) => current)
  const { data } = snapshot.context
  if (snapshot.matches('failed'))
    return (
      <p role="alert" className="flex flex-wrap items-center gap-3">
        Which of your accounts use the keys of OAuth 1.0a could not be read.{' '}
        <TryAgain onClick={() => loader.send({ type: 'list.reload' })} />
      </p>
    )
  return data ? <MoveOffer accounts={[...first, ...data]} isOne={false} /> : null
}

type MoveOfferProps = { accounts: readonly Movable[]; isOne: boolean }

const MoveOffer = ({ accounts, isOne }: MoveOfferProps) =>
  accounts.length > 0 ? <MovePanel accounts={accounts} isOne={isOne} /> : null

/** The back button may show this page as it was left, while it waited for X's. */
const usePageShown = (flow: ConnectingRef): void => {
  useEffect(() => {
    const shown = () => flow.send({ type: 'page.shown' })
    window.addEventListener('pageshow', shown)
    return () => window.removeEventListener('pageshow', shown)
  }, [flow])
}
