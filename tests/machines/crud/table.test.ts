import { expect, it } from 'vitest'
import { fromCallback, SimulatedClock } from 'xstate'
import { accountRules } from '../../../src/machines/accounts/accountTable.actors'
import { createTable } from '../../../src/machines/crud/table'
import { historyRules } from '../../../src/machines/history/history.actors'
import type { TableState } from '../../../src/schemas/tableState'
import { run } from '../../support/run'

type Told = { query: string; replace: boolean }

const open = (query = '') => {
  let tell = (_: string) => {}
  const clock = new SimulatedClock()
  const table = run(createTable(accountRules), {
    services: [],
    input: { query },
    clock,
    actors: {
      watchQuery: fromCallback(({ sendBack }) => {
        tell = (to) => sendBack({ type: 'address.changed', query: to })
      }),
    },
  })
  const written: Told[] = []
  table.actor.on('query.chosen', ({ query: to, replace }) => {
    written.push({ query: to, replace })
    tell(to)
  })
  return { ...table, clock, written, goTo: (to: string) => tell(to), shown: () => table.context().state }
}

it('reads from the address what it wrote there, and draws nothing twice', () => {
  const table = open()
  for (const group of ['50%de', 'a & b+c', '%25']) {
    const drawn: TableState[] = []
    const drawing = table.actor.subscribe(({ context }) => drawn.push(context.state))
    table.send({ type: 'table.change', change: { type: 'group.choose', group } })
    drawing.unsubscribe()
    const { query } = table.written.at(-1) as Told
    expect([accountRules.read(query).group, new Set(drawn).size]).toEqual([group, 1])
  }
})

it('writes typed text when typing pauses for 350 ms, and searches at once', () => {
  const { send, clock, written, shown } = open('?page=4')
  send({ type: 'search.type', search: 'a' })
  clock.increment(349)
  send({ type: 'search.type', search: 'an' })
  clock.increment(349)
  expect([shown(), written]).toEqual([{ ...accountRules.read(''), search: 'an' }, []])
  clock.increment(1)
  expect(written).toEqual([{ query: '?search=an', replace: true }])
  clock.increment(1000)
  send({ type: 'search.keep' })
  expect(written).toHaveLength(1)
})

it('writes typed text at once when the field loses focus, and with any other choice', () => {
  const { send, written } = open()
  send({ type: 'search.type', search: 'ana' })
  send({ type: 'search.keep' })
  send({ type: 'search.type', search: 'an' })
  send({ type: 'table.change', change: { type: 'sort.toggle', column: 'username' } })
  send({ type: 'table.change', change: { type: 'sort.toggle', column: 'username' } })
  send({ type: 'table.change', change: { type: 'page.choose', page: 2 } })
  expect(written).toEqual([
    { query: '?search=ana', replace: true },
    { query: '?search=an&sort=username', replace: true },
    { query: '?search=an&sort=-username', replace: true },
    { query: '?search=an&sort=-username&page=2', replace: false },
  ])
})

it('follows Back and links, and keeps text that is being typed', () => {
  const { send, goTo, clock, written, shown } = open('?search=ana&page=2')
  goTo('?status=active')
  expect(shown()).toEqual({ ...accountRules.read(''), status: 'active' })
  send({ type: 'search.type', search: 'bo' })
  goTo('?group=launch&page=3')
  expect(shown()).toEqual({ ...accountRules.read(''), group: 'launch', search: 'bo' })
  clock.increment(350)
  expect(written).toEqual([{ query: '?search=bo&group=launch', replace: true }])
})

it('of History replaces the previous browser entry with every choice', () => {
  const table = run(createTable(historyRules), {
    services: [],
    input: { query: '?search=night&size=50' },
    actors: { watchQuery: fromCallback(() => {}) },
  })
  table.send({ type: 'table.change', change: { page: 3 } })
  table.send({ type: 'table.change', change: { failedFirst: true } })
  expect(table.told).toEqual([
    { type: 'query.chosen', query: '?search=night&page=3&size=50', replace: true },
    { type: 'query.chosen', query: '?search=night&first=failed&size=50', replace: true },
  ])
})
