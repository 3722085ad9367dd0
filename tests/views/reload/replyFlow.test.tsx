import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { StateValueFrom } from 'xstate'
import { ModelError } from '../../../server/models/types'
import type { replyFlowMachine } from '../../../src/machines/composer/replyFlow'
import { type DeliveringServer, startDeliveringServer } from '../../support/deliveringServer'
import { differentTexts } from '../../support/delivery'
import type { Gate } from '../../support/inProcessServer'
import { textIn } from '../../support/renderConsole'
import type { LeafState } from '../../support/replay'
import { createTab, type Interruption, interruptions, type Tab } from './console'

type State = Exclude<
  Extract<LeafState<StateValueFrom<typeof replyFlowMachine>>, `work.${string}`>,
  'work.open.looking' | 'work.open.generating.all.between'
>

const link = 'https://x.com/maker/status/1900000000000000001'

let server: DeliveringServer
const texts = differentTexts(800)
let tab: Tab
let held: Gate | undefined

beforeAll(async () => {
  server = await startDeliveringServer()
  await server.furnish(['ada', 'bob', ...Array.from({ length: 20 }, (_, index) => `extra${index}`)])
  server.generate.mockImplementation(async ({ count }) => ({ replies: texts.splice(0, count) }))
})
afterAll(() => server.close())

beforeEach(async () => {
  tab = createTab(server, '/admin/home', 'replyFlow')
  await open()
})
afterEach(() => {
  held?.open()
  held = undefined
  vi.restoreAllMocks()
})

const open = async () => {
  await tab.open()
  await screen.findByRole('option', { name: 'Mara · deadpan · gpt-test' })
}
const hold = (call: RegExp) => {
  held = server.gate(call, 'all')
}
const isIn = (state: State) => waitFor(() => expect(tab.state().split(' + ')).toContain(state))
const posts = async () => {
  await waitFor(async () => {
    const { body } = await server.me.call('GET', '/tasks/?limit=100')
    expect((body as { pending: number }[]).filter(({ pending }) => pending > 0)).toEqual([])
  })
  return server.postedTo.requests.length
}
const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name })
const click = async (name: string) => tab.user().click(await button(name))
const clickOnCard = async (name: string) =>
  tab.user().click(await within(await screen.findByRole('group', { name: 'Reply 1' })).findByRole('button', { name }))
const replyText = () => screen.findByRole('textbox', { name: 'Reply Content' })

const paste = async () => {
  await tab.user().click(await screen.findByLabelText('X post link'))
  await tab.user().paste(link)
}
const fetchPost = async () => {
  await paste()
  await click('Get Content')
  await screen.findByText('Get content success!')
}
const choose = async () => {
  await tab.user().selectOptions(screen.getByLabelText('AI/Model'), 'Mara · deadpan · gpt-test')
  await tab.user().selectOptions(screen.getByLabelText('Group'), 'launch-crew')
}
const preview = async () => {
  await fetchPost()
  await choose()
  await click('Preview')
  await screen.findByRole('group', { name: 'Reply 1' })
}
const type = async (text: string) => {
  await clickOnCard('Edit')
  const field = await replyText()
  await waitFor(() => expect(field.hasAttribute('readonly')).toBe(false))
  await tab.user().clear(field)
  await tab.user().click(field)
  await tab.user().paste(text)
}
const edit = async () => {
  await preview()
  await type('Edited by hand')
  await click('Save')
  await screen.findByText('Edited')
}
const send = async () => {
  await preview()
  await click('Batch Send')
  await screen.findByRole('region', { name: 'Sent' })
}

/** Through a group of 22: the first call brings 20, and the test decides about the second. */
const previewOf22 = async (then: () => void) => {
  await fetchPost()
  await choose()
  const count = screen.getByLabelText('Count')
  await tab.user().clear(count)
  await tab.user().type(count, '22')
  server.generate.mockImplementationOnce(async () => {
    then()
    return { replies: texts.splice(0, 20) }
  })
  await click('Preview')
  await screen.findByRole('group', { name: 'Reply 20' })
}

interface Way {
  go(): Promise<unknown>
  /** The state of the composer after it was opened again. */
  again: State
  /** Its state after the network was away. */
  afterNetworkLoss: State
}

/** The call that would leave the state waits. */
const enter: Record<State, Way> = {
  'work.open.idle': { go: paste, again: 'work.open.idle', afterNetworkLoss: 'work.open.idle' },
  'work.open.fetchingContent': {
    go: async () => {
      hold(/tweet\/content/)
      await paste()
      await click('Get Content')
    },
    again: 'work.open.idle',
    afterNetworkLoss: 'work.open.idle',
  },
  'work.open.generating.all.first': {
    go: async () => {
      hold(/generate-reply/)
      await fetchPost()
      await choose()
      await click('Preview')
    },
    again: 'work.open.idle',
    afterNetworkLoss: 'work.open.idle',
  },
  'work.open.generating.all.rest': {
    go: () => previewOf22(() => hold(/generate-reply/)),
    again: 'work.open.previewing.partial',
    afterNetworkLoss: 'work.open.previewing.partial',
  },
  'work.open.previewing.partial': {
    go: () => previewOf22(() => server.generate.mockRejectedValueOnce(new ModelError('The model provider broke off'))),
    again: 'work.open.previewing.partial',
    afterNetworkLoss: 'work.open.previewing.partial',
  },
  'work.open.generating.one': {
    go: async () => {
      await tab.user().click(await screen.findByRole('tab', { name: 'Solo Send' }))
      hold(/generate-reply/)
      await fetchPost()
      await tab.user().selectOptions(screen.getByLabelText('AI/Model'), 'Mara · deadpan · gpt-test')
      await tab.user().selectOptions(screen.getByLabelText('Media Agent'), '@ada')
      await click('Preview')
    },
    again: 'work.open.idle',
    afterNetworkLoss: 'work.open.idle',
  },
  'work.open.occupied.rewriting': {
    go: async () => {
      await preview()
      hold(/generate-reply/)
      await clickOnCard('Rewrite')
    },
    again: 'work.open.previewing.whole',
    afterNetworkLoss: 'work.open.previewing.whole',
  },
  'work.open.generating.more': {
    go: async () => {
      await preview()
      hold(/generate-reply/)
      await click('Add one more')
    },
    again: 'work.open.previewing.whole',
    afterNetworkLoss: 'work.open.previewing.whole',
  },
  'work.open.previewing.whole': {
    go: preview,
    again: 'work.open.previewing.whole',
    afterNetworkLoss: 'work.open.previewing.whole',
  },
  'work.open.occupied.editing': {
    go: async () => {
      await preview()
      await type('Half a thought')
    },
    again: 'work.open.occupied.editing',
    afterNetworkLoss: 'work.open.occupied.editing',
  },
  'work.open.occupied.reverting': {
    go: async () => {
      await edit()
      hold(/PUT \/twitter\/replies/)
      await click('Restore the generated text')
    },
    again: 'work.open.previewing.whole',
    afterNetworkLoss: 'work.open.previewing.whole',
  },
  'work.sending': {
    go: async () => {
      hold(/batch-post-replies/)
      await preview()
      await click('Batch Send')
    },
    again: 'work.open.previewing.whole',
    afterNetworkLoss: 'work.open.previewing.whole',
  },
  'work.sent': { go: send, again: 'work.sent', afterNetworkLoss: 'work.sent' },
}

const interrupt: Record<Interruption, (way: Way) => Promise<unknown>> = {
  'the page is reloaded': async ({ again }) => {
    tab.close()
    await held?.answer({ status: 503 })
    await open()
    await isIn(again)
  },
  'the tab is closed and opened again': async ({ again }) => {
    tab.close()
    await held?.loseAnswer()
    await open()
    await isIn(again)
  },
  'the network is lost and comes back': async ({ afterNetworkLoss }) => {
    await tab.setOnline(false)
    await held?.loseAnswer()
    await isIn(afterNetworkLoss)
    await tab.setOnline(true)
  },
  'the session expires': async ({ again }) => {
    if (held) await held.answer({ status: 401 })
    else tab.expire()
    await tab.signIn()
    await screen.findByRole('heading', { level: 1, name: 'Auto Comment Bot' })
    await isIn(again)
  },
}

const states = Object.keys(enter) as State[]

describe.each(states)('a composer that is %s', (state) => {
  const way = enter[state]
  let texts: string[]
  let earlier: number
  beforeEach(async () => {
    earlier = await posts()
    await way.go()
    await isIn(state)
    texts = shownReplies()
  })
  const shownReplies = () =>
    screen
      .queryAllByRole('group', { name: /^Reply \d+$/, hidden: true })
      .map((card) => card.querySelector('p')?.textContent ?? '')

  it.each(interruptions)('keeps its text and sends nothing automatically when %s', async (what) => {
    await interrupt[what](way)
    if (state === 'work.sent') await screen.findByRole('region', { name: 'Sent' })
    else expect(textIn(await screen.findByLabelText('X post link'))).toBe(link)
    await waitFor(() => expect(shownReplies()).toEqual(texts))
    if (state === 'work.open.occupied.editing') {
      expect(textIn(await replyText())).toBe('Half a thought')
      await click('Save')
      await isIn('work.open.previewing.whole')
      expect((await screen.findByRole('group', { name: 'Reply 1' })).textContent).toContain('Half a thought')
    }
    const accepted =
      state === 'work.sent' ||
      (state === 'work.sending' && what !== 'the page is reloaded' && what !== 'the session expires')
    expect((await posts()) - earlier).toBe(accepted ? 1 : 0)
  })

  if (state === 'work.sending') {
    it.each(interruptions)('posts once when %s and the same replies are sent again', async (what) => {
      await interrupt[what](way)
      await click('Batch Send')
      await held?.pass()
      await screen.findByRole('region', { name: 'Sent' })
      expect((await posts()) - earlier).toBe(1)
    })

    it.each([
      ['the page is reloaded', async () => interrupt['the page is reloaded'](way)],
      ['the answer comes', async () => held?.pass()],
      ['the send is refused', async () => held?.answer({ status: 422, body: { detail: 'No' } })],
    ] as const)('keeps text typed at that time when %s', async (_, go) => {
      const field = await screen.findByLabelText('X post link')
      await tab.user().clear(field)
      await tab.user().click(field)
      await tab.user().paste('https://x.com/maker/status/2')
      await go()
      await waitFor(() => expect(tab.state()).not.toContain('work.sending'))
      expect(textIn(await screen.findByLabelText('X post link'))).toBe('https://x.com/maker/status/2')
    })
  }
})
