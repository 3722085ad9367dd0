import { cleanup, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import type { replyFlowMachine } from '../../src/machines/replyFlow'
import { createOperatorStore } from '../../src/services/operatorStore'
import { type DeliveringServer, startDeliveringServer } from '../support/deliveringServer'
import type { Gate } from '../support/inProcessServer'
import { renderConsole, textIn } from '../support/renderConsole'
import type { LeafState } from '../support/replay'

const link = 'https://x.com/maker/status/1900000000000000001'

let server: DeliveringServer
let user: UserEvent
let close: () => void

beforeEach(async () => {
  server = await startDeliveringServer()
  await server.furnish(['ada', 'bob'])
})
afterEach(() => server.close())

const open = async () => {
  ;({ user, close } = renderConsole(server, '/admin/home'))
  await screen.findByRole('option', { name: 'Mara · deadpan · gpt-test' })
}
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })
const cards = () => screen.queryAllByRole('group', { name: /^Reply \d+$/ })
const inCard = async (name: string) =>
  within(await screen.findByRole('group', { name: 'Reply 1' })).findByRole('button', { name })

const paste = async () => {
  await user.click(await screen.findByLabelText('X post link'))
  await user.paste(link)
}
const fetchPost = async () => {
  await paste()
  await user.click(await button('Get Content'))
  await screen.findByText('Get content success!')
}
const choose = async () => {
  await user.selectOptions(screen.getByLabelText('AI/Model'), 'Mara · deadpan · gpt-test')
  await user.selectOptions(screen.getByLabelText('Group'), 'launch-crew')
}
const preview = async () => {
  await fetchPost()
  await choose()
  await user.click(await button('Preview'))
  await screen.findByRole('group', { name: 'Reply 1' })
}
const edited = async () => {
  await preview()
  await user.click(await inCard('Edit'))
  const text = await screen.findByRole('textbox', { name: 'Reply Content' })
  await waitFor(() => expect(text.hasAttribute('readonly')).toBe(false))
  await user.clear(text)
  await user.click(text)
  await user.paste('Edited by hand')
  await user.click(await button('Save'))
  await screen.findByText('Edited')
}

type State = LeafState<SnapshotFrom<typeof replyFlowMachine>['value']>

/** How a person gets into each state; calls that would lead out of it wait at a gate that nobody opens. */
const enter: Record<State, { calls?: RegExp; go: () => Promise<unknown>; replies: number }> = {
  idle: { go: paste, replies: 0 },
  fetchingContent: {
    calls: /tweet\/content/,
    go: async () => {
      await paste()
      await user.click(await button('Get Content'))
    },
    replies: 0,
  },
  'generating.all': {
    calls: /generate-reply/,
    go: async () => {
      await fetchPost()
      await choose()
      await user.click(await button('Preview'))
      await button('Processing...')
    },
    replies: 0,
  },
  'generating.rewrite': {
    go: async () => {
      await preview()
      server.gate(/generate-reply/)
      await user.click(await inCard('Rewrite'))
    },
    replies: 1,
  },
  'generating.more': {
    go: async () => {
      await preview()
      server.gate(/generate-reply/)
      await user.click(await button('Add one more'))
    },
    replies: 1,
  },
  previewing: { go: preview, replies: 1 },
  copying: {
    go: async () => {
      await preview()
      await user.click(await inCard('Copy'))
    },
    replies: 1,
  },
  editing: {
    go: async () => {
      await preview()
      await user.click(await inCard('Edit'))
    },
    replies: 1,
  },
  reverting: {
    go: async () => {
      await edited()
      server.gate(/PUT \/twitter\/replies/)
      await user.click(await button('Back to the generated text'))
    },
    replies: 1,
  },
  sending: {
    calls: /batch-post-replies/,
    go: async () => {
      await preview()
      await user.click(await button('Batch Send'))
    },
    replies: 1,
  },
  sent: {
    go: async () => {
      await preview()
      await user.click(await button('Batch Send'))
      await screen.findByRole('region', { name: 'Sent' })
    },
    replies: 0,
  },
}

const states = Object.entries(enter).map(([state, way]) => ({ state, ...way }))

describe.each(states)('a composer that is $state', ({ state, calls, go, replies }) => {
  let gate: Gate | undefined
  beforeEach(async () => {
    await createOperatorStore(localStorage, crypto.subtle).remember('operator@example.com')
    gate = calls ? server.gate(calls) : undefined
    await open()
    await go()
  })
  const seesItsTextAgain = async () => {
    await waitFor(() => expect(cards()).toHaveLength(replies))
    if (state === 'sent') await screen.findByRole('region', { name: 'Sent' })
    else expect(textIn(await screen.findByLabelText('X post link'))).toBe(link)
    await button('Preview')
  }
  const posts = () => server.postedTo.requests.length

  it('comes back with its text after a reload, and sends nothing by itself', async () => {
    close()
    await open()
    await seesItsTextAgain()
    await waitFor(() => expect(posts()).toBe(state === 'sent' ? 1 : 0))
  })

  it('keeps its text when the session expires, and shows it after the next sign-in', async () => {
    close()
    cleanup()
    server.answerNext('GET /ai-roles', { status: 401 })
    ;({ user, close } = renderConsole(server, '/admin/home'))
    await screen.findByLabelText('Email')
    await user.type(screen.getByLabelText('Email'), 'operator@example.com')
    await user.type(screen.getByLabelText('Password'), 'correct horse battery')
    await user.click(await button('Login'))
    await screen.findByRole('option', { name: 'Mara · deadpan · gpt-test' })
    await seesItsTextAgain()
  })

  if (state === 'sending') {
    it('posts once when the tab is closed before the answer and the same is sent again', async () => {
      await gate?.pass()
      close()
      await open()
      await screen.findByRole('group', { name: 'Reply 1' })
      await user.click(await button('Batch Send'))
      await gate?.pass()
      await waitFor(() => expect(document.querySelector('button[aria-busy=true]')).toBeNull())
      await waitFor(() => expect(posts()).toBe(1))
    })
  }
})
