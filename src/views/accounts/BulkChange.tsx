import { useSelector } from '@xstate/react'
import { CirclePause, type LucideIcon, ShieldCheck, Trash2, Users } from 'lucide-react'
import { useEffect, useEffectEvent, useLayoutEffect, useMemo } from 'react'
import { useEffects, useEmitted } from '../../effects'
import type { BulkChangeRef, BulkChange as Wanted } from '../../machines/crud/bulkChange'
import { bulkChange } from '../../machines/crud/bulkChange.actors'
import type { ResourceRef } from '../../machines/crud/resource'
import { type AccountIndex, foundAccounts } from '../../schemas/accounts/accountIndex'
import type { Account, AccountBody } from '../../schemas/accounts/accounts'
import * as words from '../../schemas/accounts/accounts.words'
import { bulkReport, bulkTexts } from '../../schemas/accounts/bulkChange.words'
import type { TableState } from '../../schemas/tableState'
import { selectId } from '../crud/rowFocus'
import { Ours } from '../shell/metaContext'
import { useScreenActor } from '../shell/screenActor'
import { Button, Card } from '../ui'
import { Checkbox } from '../ui/forms/Checkbox'
import { useCloseWarning } from '../ui/forms/closeWarning'
import { pageHeading } from '../ui/tables/pageHeading'
import type { RowPart } from './AgentTable'
import { BulkChangeDialog } from './BulkChangeDialog'
import { FailedAccounts } from './FailedAccounts'

export type BulkChangeProps = {
  accounts: ResourceRef<Account, AccountBody>
  index: AccountIndex
  state: TableState
  onLeading: (leading: RowPart | undefined) => void
  onEnd: () => void
}

const BulkChange = ({ accounts, index, state, onLeading, onEnd }: BulkChangeProps) => {
  const flow = useScreenActor(bulkChange, { accounts })
  useEffects(flow)
  useCloseWarning(useSelector(flow, (snapshot) => snapshot.hasTag('unfinished')))
  useEmitted(flow, 'choice.ended', () => {
    onEnd()
    focusWhereItBegan()
  })
  useLayoutEffect(() => {
    onLeading({ render: (account) => <RowChoice flow={flow} account={account} /> })
    return () => onLeading(undefined)
  }, [flow, onLeading])
  useEffect(
    () => () => {
      if (flow.getSnapshot().matches('settled')) focusWhereItBegan()
    },
    [flow],
  )
  useEscape(() => flow.send({ type: 'choice.end' }))

  const found = useMemo(() => foundAccounts(index, state).flatMap((at) => index.accounts[at] ?? []), [index, state])
  return (
    <>
      <Line flow={flow} found={found} />
      <BulkChangeDialog flow={flow} />
    </>
  )
}

export default BulkChange

const Line = ({ flow, found }: { flow: BulkChangeRef; found: Account[] }) => {
  const chosen = useSelector(flow, ({ context }) => context.chosen)
  const foundChosen = useMemo(() => {
    const set = new Set(chosen.map(({ id }) => id))
    return found.filter(({ id }) => set.has(id)).length
  }, [chosen, found])
  const all = found.length > 0 && foundChosen === found.length
  return (
    <Card
      tone="soft"
      role="group"
      aria-label={words.selectMediaAgents}
      className="mb-3.5 flex flex-wrap items-center gap-x-5 gap-y-1.5 py-1.5! text-primary-ink"
    >
      <Checkbox
        ref={(input) => {
          if (input) input.indeterminate = foundChosen > 0 && !all
        }}
        checked={all}
        disabled={found.length === 0}
        onChange={() => flow.send(all ? unchoosing(found) : choosing(found))}
      >
        {words.selectAllFound(found.length)}
      </Checkbox>
      <p role="status" className="text-sm font-semibold tabular-nums">
        {chosen.length.toLocaleString()} selected
      </p>
      <div className="-mr-2 ml-auto flex flex-wrap gap-1">
        <Change flow={flow} change={{ kind: 'group', group: '' }} icon={Users} />
        <Ours>
          <Change flow={flow} change={{ kind: 'check' }} icon={ShieldCheck} />
          <Change flow={flow} change={{ kind: 'deactivate' }} icon={CirclePause} />
        </Ours>
        <Change flow={flow} change={{ kind: 'delete' }} icon={Trash2}>
          Delete selected
        </Change>
        <Button tone="quiet" size="sm" onClick={() => flow.send({ type: 'choice.end' })}>
          Done
        </Button>
      </div>
      <Report flow={flow} />
    </Card>
  )
}

const choosing = (accounts: readonly Account[]) => ({
  type: 'choice.add' as const,
  accounts: accounts.map(({ id, username }) => ({ id, username })),
})
const unchoosing = (accounts: readonly Account[]) => ({
  type: 'choice.remove' as const,
  ids: accounts.map(({ id }) => id),
})

type ChangeProps = { flow: BulkChangeRef; change: Wanted; icon: LucideIcon; children?: string }

const Change = ({ flow, change, icon, children = bulkTexts[change.kind].action }: ChangeProps) => (
  <Button
    tone="quiet"
    size="sm"
    icon={icon}
    disabled={useSelector(flow, ({ context }) => context.chosen.length === 0)}
    onClick={() => flow.send({ type: 'change.request', change })}
  >
    {children}
  </Button>
)

const Report = ({ flow }: { flow: BulkChangeRef }) => {
  const { queue, results } = useSelector(flow, ({ context }) => context)
  const failures = results.filter(({ detail }) => detail !== null)
  const done = results.length - failures.length
  return results.length === 0 || done === queue.length ? null : (
    <div className="basis-full pb-1.5 text-sm">
      <p role="status">{bulkReport(done, failures.length, queue.length)}</p>
      <FailedAccounts results={failures} />
    </div>
  )
}

const RowChoice = ({ flow, account }: { flow: BulkChangeRef; account: Account }) => {
  const chosen = useSelector(flow, ({ context }) => context.chosen.some(({ id }) => id === account.id))
  return (
    <Checkbox
      checked={chosen}
      onChange={() => flow.send(chosen ? unchoosing([account]) : choosing([account]))}
      className="-m-2 -mr-4.5 p-2"
    >
      <span className="sr-only">Select {account.username.toLowerCase()}</span>
    </Checkbox>
  )
}

/** An empty list has no button that begins a selection. */
const focusWhereItBegan = () => {
  const place = document.getElementById(selectId) ?? pageHeading()
  place?.focus()
}

const useEscape = (run: () => void): void => {
  const onKey = useEffectEvent(({ key, target, defaultPrevented }: KeyboardEvent) => {
    if (key === 'Escape' && !defaultPrevented && isFree(target)) run()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

const isFree = (target: EventTarget | null): boolean => {
  if (target === document.body) return true
  if (!(target instanceof Element) || !target.closest('main') || target.closest('dialog, select')) return false
  return !(target instanceof HTMLInputElement && target.type === 'search' && target.value !== '')
}
