import { useSelector } from '@xstate/react'
import { Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent, useLayoutEffect, useMemo } from 'react'
import { useEffects, useEmitted } from '../../effects'
import type { BulkDeleteRef } from '../../machines/crud/bulkDelete'
import { bulkDelete } from '../../machines/crud/bulkDelete.actors'
import type { ResourceRef } from '../../machines/crud/resource'
import type { DisclosureRef } from '../../machines/shell/disclosure'
import { type AccountIndex, foundAccounts } from '../../schemas/accounts/accountIndex'
import type { Account, AccountBody } from '../../schemas/accounts/accounts'
import * as words from '../../schemas/accounts/accounts.words'
import type { RecordId } from '../../schemas/base'
import type { TableState } from '../../schemas/tableState'
import { selectId } from '../crud/rowFocus'
import { useScreenActor } from '../shell/screenActor'
import { Button, Card } from '../ui'
import { Checkbox } from '../ui/forms/Checkbox'
import { useCloseWarning } from '../ui/forms/closeWarning'
import { pageHeading } from '../ui/tables/pageHeading'
import type { RowPart } from './AgentTable'
import { BulkDeleteDialog } from './BulkDeleteDialog'

export type BulkDeleteProps = {
  accounts: ResourceRef<Account, AccountBody>
  index: AccountIndex
  state: TableState
  onLeading: (leading: RowPart | undefined) => void
  line: DisclosureRef
}

const BulkDelete = ({ accounts, index, state, onLeading, line }: BulkDeleteProps) => {
  const flow = useScreenActor(bulkDelete, { accounts, line })
  useEffects(flow)
  useCloseWarning(useSelector(flow, (snapshot) => snapshot.hasTag('unfinished')))
  useEmitted(flow, 'choice.ended', focusWhereItBegan)
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

  const found = useMemo(() => foundAccounts(index, state).flatMap((at) => index.accounts[at]?.id ?? []), [index, state])
  return (
    <>
      <Line flow={flow} found={found} />
      <BulkDeleteDialog flow={flow} />
    </>
  )
}

export default BulkDelete

const Line = ({ flow, found }: { flow: BulkDeleteRef; found: RecordId[] }) => {
  const chosen = useSelector(flow, ({ context }) => context.chosen)
  const foundChosen = useMemo(() => {
    const set = new Set(chosen)
    return found.filter((id) => set.has(id)).length
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
        onChange={() => flow.send({ type: all ? 'choice.remove' : 'choice.add', ids: found })}
      >
        {words.selectAllFound(found.length)}
      </Checkbox>
      <p role="status" className="text-sm font-semibold tabular-nums">
        {chosen.length.toLocaleString()} selected
      </p>
      <div className="-mr-2 ml-auto flex flex-wrap gap-1">
        <Button
          tone="quiet"
          size="sm"
          icon={Trash2}
          disabled={chosen.length === 0}
          onClick={() => flow.send({ type: 'delete.request' })}
        >
          Delete selected
        </Button>
        <Button tone="quiet" size="sm" onClick={() => flow.send({ type: 'choice.end' })}>
          Done
        </Button>
      </div>
    </Card>
  )
}

const RowChoice = ({ flow, account: { id, username } }: { flow: BulkDeleteRef; account: Account }) => {
  const chosen = useSelector(flow, ({ context }) => context.chosen.includes(id))
  return (
    <Checkbox
      checked={chosen}
      onChange={() => flow.send({ type: chosen ? 'choice.remove' : 'choice.add', ids: [id] })}
      className="-m-2 -mr-4.5 p-2"
    >
      <span className="sr-only">Select {username.toLowerCase()}</span>
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
