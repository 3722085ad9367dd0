import { useSelector } from '@xstate/react'
import { useRef } from 'react'
import { useEffects } from '../../effects'
import { moving } from '../../machines/accounts/connections.actors'
import * as words from '../../schemas/accounts/accounts.words'
import type { Movable } from '../../schemas/accounts/connections'
import { buttons } from '../../schemas/crud.words'
import { useLastingActor } from '../shell/screenActor'
import { Button } from '../ui'
import { useCloseWarning } from '../ui/forms/closeWarning'
import { Meter } from '../ui/Meter'
import { useFocusHeir } from '../ui/useFocusHeir'
import { FailedAccounts } from './FailedAccounts'
import { useProgress } from './useProgress'

type MovePanelProps = {
  accounts: readonly Movable[]
  isOne: boolean
}

const isAbout = (queue: readonly Movable[], accounts: readonly Movable[], isOne: boolean) =>
  (!isOne && queue.length > 1) || accounts.every(({ id }) => queue.some((each) => each.id === id))

export const MovePanel = ({ accounts, isOne }: MovePanelProps) => {
  const flow = useLastingActor(moving, ({ queue }) => isAbout(queue, accounts, isOne))
  useEffects(flow)
  const panel = useRef<HTMLDivElement>(null)
  const focus = useFocusHeir(() => panel.current)
  const snapshot = useSelector(flow, (current) => current)
  useCloseWarning(snapshot.hasTag('busy'))
  const { queue } = snapshot.context
  const { results, isStopping } = useProgress(snapshot.children.moves, snapshot.context.results)
  const isOwn = ({ id }: Movable) => !isOne || accounts.some((account) => account.id === id)
  const [shown, answered] = [queue.filter(isOwn), results.filter(isOwn)]
  const isOfOthers = shown.length < queue.length
  const refused = answered.filter(({ detail }) => detail !== null)
  const moved = answered.length - refused.length
  const isMoving = snapshot.matches('moving')
  return (
    <div ref={panel} tabIndex={-1} {...focus} className="grid gap-2 border-t border-primary-line pt-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p role="status" className="min-w-0 flex-1 basis-64">
          {snapshot.matches('idle')
            ? words.offerMove(accounts.length, isOne)
            : shown.length === 1 && answered.length > 0 && refused.length === 0
              ? words.movedOne
              : words.movedSome(moved, shown.length, refused.length)}
        </p>
        {isMoving ? (
          <Button size="sm" busy={isStopping} busyLabel="Stopping..." onClick={() => flow.send({ type: 'move.stop' })}>
            {isOfOthers ? 'Stop all' : 'Stop'}
          </Button>
        ) : null}
        {snapshot.matches('idle') ? (
          <Button size="sm" onClick={() => flow.send({ type: 'move.request', accounts })}>
            {words.moveToOauth2}
          </Button>
        ) : null}
        {snapshot.can({ type: 'move.again' }) && moved < shown.length ? (
          <Button size="sm" onClick={() => flow.send({ type: 'move.again' })}>
            {isOfOthers ? words.tryAllAgain : buttons.tryAgain}
          </Button>
        ) : null}
      </div>
      {isMoving ? (
        <Meter
          total={shown.length}
          parts={[
            { value: moved, tone: 'primary' },
            { value: refused.length, tone: 'danger' },
          ]}
          label={words.moveProgress(answered.length, shown.length)}
        />
      ) : null}
      {refused.length > 0 ? <FailedAccounts results={refused} says={` ${words.keepsItsKeys}`} /> : null}
    </div>
  )
}
