import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { StateValueFrom } from 'xstate'
import type { bulkChangeMachine } from '../../../src/machines/crud/bulkChange'
import { type Gate, type InProcessServer, startInProcessServer } from '../../support/inProcessServer'
import { closingIsQuestioned } from '../../support/renderConsole'
import type { LeafState } from '../../support/replay'
import { sampleAccount } from '../../support/serverFakes'
import { createTab, type Interruption, interruptions, type Tab } from './console'

type State = LeafState<StateValueFrom<typeof bulkChangeMachine>>
type Moment = State | 'stopping'

const names = ['ana', 'bob', 'cy', 'dee']
const unwanted = ['ana', 'bob', 'cy']

let server: InProcessServer
let deletion: Gate
let tab: Tab

beforeEach(async () => {
  server = await startInProcessServer()
  for (const name of names) await server.me.call('POST', '/twitter/accounts', sampleAccount(name))
  deletion = server.gate(/^DELETE /, 'all')
  tab = createTab(server, '/admin/media-agent?sort=username', 'bulkChange', { isStartedByHand: true })
  await tab.open()
})
afterEach(async () => {
  tab.close()
  deletion.open()
  vi.restoreAllMocks()
  await server.close()
})

const click = async (name: string) => tab.user().click(await screen.findByRole('button', { name }))
const clickInDialog = async (name: string) =>
  tab.user().click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }))
const isIn = (state: State) => waitFor(() => expect(tab.state()).toBe(state))
const listed = async () => {
  const { body } = await server.me.call('GET', '/twitter/accounts')
  return (body as { username: string }[]).map(({ username }) => username.slice(1)).toSorted()
}
const tick = async (chosen: string[]) => {
  for (const name of chosen) {
    const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: `Select @${name}` })
    if (!box.checked) await tab.user().click(box)
  }
}
const begin = async () => {
  await click('Select')
  await tick(unwanted)
}
const ask = async () => {
  await begin()
  await click('Delete selected')
}
const confirm = async () => {
  await ask()
  await clickInDialog('Delete')
  await waitFor(() => expect(deletion.waiting()).toBe(1))
}

interface Way {
  go(): Promise<unknown>
  isInFlight: boolean
  /** The state of the deletion after the network was away and the call under way was answered. */
  afterNetworkLoss: State
}

const enter: Record<Moment, Way> = {
  choosing: { go: begin, isInFlight: false, afterNetworkLoss: 'choosing' },
  confirming: { go: ask, isInFlight: false, afterNetworkLoss: 'confirming' },
  working: { go: confirm, isInFlight: true, afterNetworkLoss: 'working' },
  stopping: {
    go: async () => {
      await confirm()
      await clickInDialog('Stop')
    },
    isInFlight: true,
    afterNetworkLoss: 'choosing',
  },
  settled: {
    go: async () => {
      await confirm()
      const list = server.gate(/^GET \/twitter\/accounts$/)
      for (const _ of unwanted) await deletion.pass()
      /** Only then does the deletion read the list; before, a list of new accounts is polled. */
      await isIn('settled')
      await waitFor(() => expect(list.waiting()).toBe(1))
      await list.answer({ status: 500 })
      list.open()
    },
    isInFlight: false,
    afterNetworkLoss: 'settled',
  },
  ended: {
    go: async () => {
      await begin()
      await click('Done')
    },
    isInFlight: false,
    afterNetworkLoss: 'ended',
  },
}

/** Each interruption, and the state of the deletion afterwards, or that it is gone with the page. */
const interrupt: Record<Interruption, (way: Way) => Promise<unknown>> = {
  'the page is reloaded': async ({ isInFlight }) => {
    tab.close()
    if (isInFlight) await deletion.answer({ status: 503 })
    await tab.open()
  },
  'the tab is closed and opened again': async ({ isInFlight }) => {
    tab.close()
    if (isInFlight) await deletion.loseAnswer()
    await tab.open()
  },
  'the network is lost and comes back': async ({ isInFlight, afterNetworkLoss }) => {
    await tab.setOnline(false)
    if (isInFlight) await deletion.loseAnswer()
    await tab.setOnline(true)
    await isIn(afterNetworkLoss)
    if (afterNetworkLoss === 'confirming') await clickInDialog('Cancel')
    if (afterNetworkLoss === 'working') {
      await clickInDialog('Stop')
      await deletion.pass()
      await isIn('choosing')
    }
  },
  'the session expires': async ({ isInFlight }) => {
    if (isInFlight) await deletion.answer({ status: 401 })
    else tab.expire()
    await tab.signIn()
    await screen.findByRole('heading', { level: 1, name: 'Media Agent' })
  },
}

const moments = Object.keys(enter) as Moment[]

describe.each(moments)('a deletion that is %s', (moment) => {
  const way = enter[moment]
  beforeEach(async () => {
    await way.go()
    await isIn(moment === 'stopping' ? 'working' : moment)
  })

  it('asks before the tab is closed only during a deletion', () => {
    expect(closingIsQuestioned()).toBe(way.isInFlight)
  })

  it.each(interruptions)('continues only by the operator when %s', async (what) => {
    const asked = () => server.requests.filter(({ call }) => call.startsWith('DELETE')).length
    const before = asked()
    await interrupt[what](way)
    expect(deletion.waiting()).toBe(0)
    const goesOn = moment === 'working' && what === 'the network is lost and comes back'
    expect(asked() - before).toBe(goesOn ? 1 : 0)

    deletion.open()
    const left = (await listed()).filter((name) => name !== 'dee')
    if (left.length === 0) return
    const select = await screen.findByRole('button', { name: 'Select' })
    if (select.getAttribute('aria-pressed') === 'false') await tab.user().click(select)
    await tick(left)
    await click('Delete selected')
    await clickInDialog('Delete')
    await isIn('ended')
    expect(await listed()).toEqual(['dee'])
  })
})
