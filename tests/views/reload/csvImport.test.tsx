import { screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { StateValueFrom } from 'xstate'
import type { csvImportMachine } from '../../../src/machines/accounts/csvImport'
import { csvColumns } from '../../../src/schemas/accounts/csvRows'
import { type Gate, type InProcessServer, startInProcessServer } from '../../support/inProcessServer'
import { closingIsQuestioned } from '../../support/renderConsole'
import type { LeafState } from '../../support/replay'
import { sampleAccount } from '../../support/serverFakes'
import { createTab, type Interruption, interruptions, type Tab } from './console'

/** `settling` is left at once; `grouping` ends like `importing`, before a row of the rest is under way. */
type State = Exclude<LeafState<StateValueFrom<typeof csvImportMachine>>, 'settling' | 'grouping'>

let names: string[]
let tests = 0
const lineOf = (name: string) => {
  const account = sampleAccount(name)
  return csvColumns.map((column) => account[column]).join(',')
}
const file = () => new File([[csvColumns.join(','), ...names.map(lineOf)].join('\n')], 'agents.csv')

let server: InProcessServer
let creation: Gate
let tab: Tab

beforeAll(async () => {
  server = await startInProcessServer()
})
afterAll(() => server.close())

beforeEach(async () => {
  creation = server.gate(/POST \/twitter\/accounts/, 'all')
  tests += 1
  names = ['ada', 'bob', 'cyd'].map((name) => `${name}${tests}`)
  tab = createTab(server, '/admin/media-agent', 'csvImport')
  await tab.open()
})
afterEach(() => {
  tab.close()
  creation.open()
  vi.restoreAllMocks()
})

const continuing = () => screen.findByRole('button', { name: /^Continue with the remaining \d$/ })
const click = async (name: string) => tab.user().click(await screen.findByRole('button', { name }))
const choose = async (chosen = file()) => tab.user().upload(await screen.findByLabelText('CSV file'), chosen)
const isIn = (state: State) => waitFor(() => expect(tab.state()).toBe(state))
const listed = async () => {
  const { body } = await server.me.call('GET', '/twitter/accounts')
  return (body as { username: string }[])
    .map(({ username }) => username)
    .filter((name) => names.includes(name.slice(1)))
}
const passAll = async (count = names.length) => {
  for (let passed = 0; passed < count; passed += 1) await creation.pass()
}

const begin = async () => {
  await choose()
  await isIn('importing.running')
  await waitFor(() => expect(creation.waiting()).toBe(1))
}

const loseNetwork = async () => {
  await begin()
  await tab.setOnline(false)
  await creation.loseAnswer()
}

interface Way {
  go(): Promise<unknown>
  isUnfinished: boolean
  isInFlight: boolean
  /** The state of the import after the network was away and all waiting calls were answered. */
  afterNetworkLoss: State
  /** Its state after the session expired and the operator signed in again. */
  afterExpiry: State
}

const enter: Record<State, Way> = {
  idle: { go: async () => {}, isUnfinished: false, isInFlight: false, afterNetworkLoss: 'idle', afterExpiry: 'idle' },
  reading: {
    go: () => choose(Object.assign(new File([], 'agents.csv'), { arrayBuffer: () => new Promise(() => {}) })),
    isUnfinished: false,
    isInFlight: false,
    afterNetworkLoss: 'reading',
    afterExpiry: 'idle',
  },
  previewing: {
    go: () =>
      choose(
        new File([[csvColumns.join(',').replace('username', 'Handle'), ...names.map(lineOf)].join('\n')], 'a.csv'),
      ),
    isUnfinished: false,
    isInFlight: false,
    afterNetworkLoss: 'previewing',
    afterExpiry: 'previewing',
  },
  cut: {
    go: async () => {
      await begin()
      await interrupt['the page is reloaded'](enter['importing.running'])
    },
    isUnfinished: false,
    isInFlight: false,
    afterNetworkLoss: 'cut',
    afterExpiry: 'cut',
  },
  'importing.running': {
    go: begin,
    isUnfinished: true,
    isInFlight: true,
    afterNetworkLoss: 'settled',
    afterExpiry: 'interrupted',
  },
  unreached: {
    go: loseNetwork,
    isUnfinished: true,
    isInFlight: false,
    afterNetworkLoss: 'settled',
    afterExpiry: 'interrupted',
  },
  interrupted: {
    go: async () => {
      await begin()
      await creation.answer({ status: 401 })
      await tab.signIn()
      await continuing()
    },
    isUnfinished: true,
    isInFlight: false,
    afterNetworkLoss: 'interrupted',
    afterExpiry: 'interrupted',
  },
  'importing.pausing': {
    go: async () => {
      await begin()
      await click('Pause')
    },
    isUnfinished: true,
    isInFlight: true,
    afterNetworkLoss: 'paused',
    afterExpiry: 'interrupted',
  },
  'importing.stopping': {
    go: async () => {
      await begin()
      await click('Stop')
    },
    isUnfinished: true,
    isInFlight: true,
    afterNetworkLoss: 'settled',
    afterExpiry: 'interrupted',
  },
  paused: {
    go: async () => {
      await begin()
      await click('Pause')
      await creation.pass()
    },
    isUnfinished: true,
    isInFlight: false,
    afterNetworkLoss: 'paused',
    afterExpiry: 'interrupted',
  },
  settled: {
    go: async () => {
      await begin()
      await passAll()
    },
    isUnfinished: false,
    isInFlight: false,
    afterNetworkLoss: 'settled',
    afterExpiry: 'settled',
  },
}

const interrupt: Record<Interruption, (way: Way) => Promise<void>> = {
  'the page is reloaded': async ({ isInFlight, isUnfinished, afterExpiry }) => {
    tab.close({ isReload: true })
    if (isInFlight) await creation.answer({ status: 503 })
    await tab.open()
    await isIn(isUnfinished || ['cut', 'previewing'].includes(afterExpiry) ? 'cut' : 'idle')
  },
  'the tab is closed and opened again': async ({ isInFlight }) => {
    tab.close()
    if (isInFlight) await creation.loseAnswer()
    await tab.open()
    await isIn('idle')
  },
  'the network is lost and comes back': async ({ isInFlight, afterNetworkLoss }) => {
    await tab.setOnline(false)
    if (isInFlight) await creation.loseAnswer()
    if (tab.state() === 'importing.running') await isIn('unreached')
    const isWaiting = tab.state() === 'unreached'
    await tab.setOnline(true)
    if (isWaiting) await passAll()
    await isIn(afterNetworkLoss)
    if (afterNetworkLoss === 'paused' || afterNetworkLoss === 'interrupted') {
      await click('Stop')
      await isIn('settled')
    }
  },
  'the session expires': async ({ isInFlight, afterExpiry }) => {
    if (isInFlight) await creation.answer({ status: 401 })
    else tab.expire()
    await tab.signIn()
    await screen.findByRole('heading', { level: 1, name: 'Media Agent' })
    await isIn(afterExpiry)
    if (afterExpiry === 'interrupted') {
      const [left] = /\d/.exec((await continuing()).textContent ?? '') ?? []
      await tab.user().click(await continuing())
      await passAll(Number(left))
      await isIn('settled')
    }
  },
}

const states = Object.keys(enter) as State[]

describe.each(states)('an import that is %s', (state) => {
  const way = enter[state]
  beforeEach(async () => {
    await way.go()
    await isIn(state)
  })

  it('asks before the tab is closed only while rows are left', () => {
    expect(closingIsQuestioned()).toBe(way.isUnfinished)
  })

  it.each(interruptions)(
    'continues only by the operator when %s, and then creates every account once',
    async (what) => {
      await interrupt[what](way)
      const before = await listed()
      expect(creation.waiting()).toBe(0)
      if (tab.state() === 'reading') return expect(before).toEqual([])

      await choose()
      await passAll()
      await isIn('settled')
      expect((await listed()).toSorted()).toEqual(names.map((name) => `@${name}`))
      await waitFor(() =>
        expect(screen.getByRole('region', { name: 'CSV import' }).textContent).toContain(
          `${3 - before.length} accounts added, ${before.length} failed.`,
        ),
      )
    },
  )
})
