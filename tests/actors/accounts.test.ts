import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createActor } from 'xstate'
import { accountEditor } from '../../src/machines/accounts/accountEditor.actors'
import { accountList, csvImport } from '../../src/machines/accounts/accounts.actors'
import { accountTable } from '../../src/machines/accounts/accountTable.actors'
import { moving } from '../../src/machines/accounts/connections.actors'
import { createImportReader } from '../../src/machines/accounts/importParts.actors'
import type { CsvRow } from '../../src/schemas/accounts/csvRows'
import type { CutImport } from '../../src/schemas/accounts/cutImport'
import { ApiError, NetworkError } from '../../src/services/api/api'
import { createChosenFiles } from '../../src/services/chosenFiles'
import { createConnectivity } from '../../src/services/connectivity'
import { createTyped } from '../../src/services/typed'
import { row } from '../machines/samples'
import { servicesOf } from '../support/consoleServices'
import { eventually } from '../support/waiting'

describe('the list of media agents', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const at = (ageSeconds: number) => ({
    id: ageSeconds,
    created_at: new Date(Date.now() - 1000 * ageSeconds).toISOString(),
  })

  it('is polled while X is still checking one of its accounts', async () => {
    const listAccounts = vi.fn(async () => listed)
    const listed = [at(300), at(15)]
    const list = createActor(accountList(servicesOf({ listAccounts })), { input: { params: undefined } }).start()
    await vi.advanceTimersByTimeAsync(60_000)
    const asked = listAccounts.mock.calls.length
    expect(asked).toBeGreaterThan(1)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(listAccounts).toHaveBeenCalledTimes(asked)
    list.stop()
  })

  it('is polled after an account was saved, but not if all accounts are old', async () => {
    const api = { listAccounts: vi.fn(async () => [at(300)]), getAccount: async () => at(300), updateAccount: vi.fn() }
    const services = servicesOf(api)
    const list = createActor(accountList(services), { input: { params: undefined } }).start()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(api.listAccounts).toHaveBeenCalledTimes(1)
    const editor = createActor(accountEditor(services), { input: { id: '300' } }).start()
    await vi.advanceTimersByTimeAsync(0)
    editor.send({ type: 'form.submit', body: { username: '@ada' } })
    await vi.advanceTimersByTimeAsync(0)
    list.send({ type: 'list.reload' })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(api.listAccounts.mock.calls.length).toBeGreaterThan(2)
    for (const actor of [list, editor]) actor.stop()
  })

  it('is polled after an account was moved, until X has answered', async () => {
    const api = { listAccounts: vi.fn(async () => [at(300)]), moveAccount: async () => ({ moved: true, detail: null }) }
    const services = servicesOf(api)
    const list = createActor(accountList(services), { input: { params: undefined } }).start()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(api.listAccounts).toHaveBeenCalledTimes(1)
    const moves = createActor(moving(services)).start()
    moves.send({ type: 'move.request', accounts: [{ id: 300, username: '@ada' }] })
    await vi.advanceTimersByTimeAsync(0)
    list.send({ type: 'list.reload' })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(api.listAccounts.mock.calls.length).toBeGreaterThan(2)
    for (const actor of [list, moves]) actor.stop()
  })
})

it('the next visit uses the page size that was chosen last', () => {
  localStorage.clear()
  const services = () => servicesOf({}, { storage: localStorage, watchQuery: () => () => undefined })
  const table = createActor(accountTable(services()), { input: { query: '' } }).start()
  const { size } = table.getSnapshot().context.state
  table.send({ type: 'table.change', change: { type: 'size.choose', size: size + 5 } })
  table.stop()
  const next = createActor(accountTable(services()), { input: { query: '' } }).start()
  expect(next.getSnapshot().context.state.size).toBe(size + 5)
  next.stop()
})

describe('an import', () => {
  const rows = [row(2, 'ada'), row(4, 'bob'), row(5, 'cyd')]

  /** @param answers of the server for a row, by its username; other rows wait */
  const start = async (answers: Record<string, () => Promise<unknown>>, importing: CsvRow[] = rows) => {
    const createAccount = vi.fn(
      ({ body }: { body: CsvRow['values'] }) => answers[body.username]?.() ?? new Promise(() => {}),
    )
    const network = { onLine: true }
    const page = new EventTarget()
    const [listens, leaves] = [vi.spyOn(page, 'addEventListener'), vi.spyOn(page, 'removeEventListener')]
    const typed = createTyped(() => 'op1')
    const cuts: CutImport[] = []
    const services = servicesOf(
      { createAccount },
      {
        files: createChosenFiles(),
        csv: { read: async () => ({ rows: importing, rejected: [] }) },
        typed,
        cutImports: { read: () => undefined, write: (cut) => cuts.push(cut), remove: () => cuts.splice(0) },
        connectivity: createConnectivity(network, page),
      },
    )
    const actor = createActor(csvImport(services)).start()
    actor.send({ type: 'file.choose', file: services.files.hold(new File([''], 'agents.csv')) })
    await eventually(() => expect(actor.getSnapshot().matches('reading')).toBe(false))
    const come = (onLine: boolean) => {
      network.onLine = onLine
      page.dispatchEvent(new Event(onLine ? 'online' : 'offline'))
    }
    return {
      actor,
      createAccount,
      cuts,
      services,
      come,
      listeners: () => listens.mock.calls.length - leaves.mock.calls.length,
      rests: (state: string) => eventually(() => expect(actor.getSnapshot().value).toBe(state)),
    }
  }

  it('stores its progress, and whether the current row may have been added', async () => {
    const { actor, createAccount, cuts } = await start({ ada: async () => undefined })
    await eventually(() => expect(createAccount).toHaveBeenCalledTimes(2))
    const far = { fileName: 'agents.csv', rows: 3, answered: 1, created: 1, line: 4, lastLine: 5 }
    expect(cuts.at(-1)).toEqual({ ...far, isUnsure: true })
    actor.stop()

    let add: (() => void) | undefined
    const paused = await start({ ada: () => new Promise<void>((resolve) => (add = resolve)) })
    await eventually(() => expect(paused.createAccount).toHaveBeenCalled())
    paused.actor.send({ type: 'import.pause' })
    add?.()
    await paused.rests('paused')
    expect(paused.cuts.at(-1)).toEqual({ ...far, isUnsure: false })
    paused.actor.stop()
  })

  it('leaves nothing for a reload after it has ended', async () => {
    const { cuts, rests, actor } = await start({ ada: async () => undefined }, rows.slice(0, 1))
    await rests('settled')
    expect(cuts).toEqual([])
    actor.stop()
  })

  it('is found by the next session on this page, without marking its current row as possibly added', async () => {
    const signedOut: { end?: () => void } = {}
    const bob = async () => {
      await vi.waitUntil(() => signedOut.end)
      signedOut.end?.()
      throw new ApiError(401, 'Sign in')
    }
    const refused = await start({ ada: async () => undefined, bob })
    signedOut.end = () => refused.actor.stop()
    await eventually(() => expect(refused.actor.getSnapshot().status).toBe('stopped'))
    const tries = () => refused.services.typed.get<{ left: { tries: number } }>('csvImport')?.left.tries
    await eventually(() => expect(tries()).toBe(0))
    const next = createActor(csvImport(refused.services)).start()
    expect(next.getSnapshot()).toMatchObject({ value: 'interrupted', context: { answered: 1, created: 1 } })
    next.stop()
  })

  it('is not continued by the next session on this page if the operator stopped it', async () => {
    let add: (() => void) | undefined
    const { actor, createAccount, services, rests } = await start({
      ada: () => new Promise<void>((resolve) => (add = resolve)),
    })
    await eventually(() => expect(createAccount).toHaveBeenCalled())
    actor.send({ type: 'import.stop' })
    add?.()
    await rests('settled')
    actor.stop()
    const next = createActor(csvImport(services)).start()
    expect(next.getSnapshot()).toMatchObject({ value: 'settled', context: { answered: 1, created: 1 } })
    next.stop()
  })

  it('does not send usernames that X cannot have', async () => {
    const { actor, createAccount, rests, services } = await start({}, [row(2, 'ada lovelace'), row(3, 'a'.repeat(21))])
    await rests('settled')
    expect(createAccount).not.toHaveBeenCalled()
    expect(
      createImportReader(services)
        .rejected(actor.getSnapshot().context)
        .map(({ line }) => line),
    ).toEqual([2, 3])
    actor.stop()
  })

  it('sends an unanswered row again when the network is back, and not earlier', async () => {
    let reach = false
    const { actor, createAccount, come, listeners, rests } = await start(
      { ada: () => (reach ? Promise.resolve() : Promise.reject(new NetworkError('The server cannot be reached'))) },
      rows.slice(0, 1),
    )
    come(false)
    await rests('unreached')
    reach = true
    expect(listeners()).toBeGreaterThan(0)
    come(false)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(createAccount).toHaveBeenCalledTimes(1)
    come(true)
    await rests('settled')
    expect([createAccount.mock.calls.length, listeners()]).toEqual([2, 0])
    actor.stop()
  })
})
