import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AnyMachineSnapshot, EventObject } from 'xstate'
import { inboxActs as model } from '../../machines/inboxModels'
import { inboxWith, mention, watch } from '../../machines/samples'
import { fillIn, preview } from '../../support/composer'
import { type DeliveringServer, startDeliveringServer } from '../../support/deliveringServer'
import type { Gate } from '../../support/inProcessServer'
import { renderConsole } from '../../support/renderConsole'
import { coveringPaths, createCoverage, type ReplayOf, refusalOf, takePath } from '../../support/replay'
import { json } from '../../support/server'

const coverage = createCoverage(model)
const listed = json(inboxWith([mention(8), mention(7)], [watch(3, false), watch(4, true)]))
const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name })
const question = () => waitFor(() => within(screen.queryByRole('alertdialog') ?? screen.getByRole('dialog')))
const asksNothing = () => waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull())

let server: DeliveringServer
beforeAll(async () => {
  server = await startDeliveringServer()
  await server.furnish(['ada', 'bob'])
})
afterAll(() => server.close())

const beginPreview = async (user: UserEvent) => {
  const generating = server.gate(/^POST \/twitter\/tweet\/generate-reply$/)
  await fillIn(user)
  await user.click(await button('Preview'))
  await waitFor(() => expect(generating.waiting()).toBe(1))
}

const sees = (calls: { shunning: Gate; switching: Gate }): ReplayOf<typeof model>['sees'] => ({
  resting: asksNothing,
  askingToReplace: () => screen.findByRole('alertdialog', { name: /^(Replace|Give up) the replies .*\?$/ }),
  askingToShun: () => screen.findByRole('alertdialog', { name: 'Never reply to @maker again?' }),
  askingToWatch: () => screen.findByRole('dialog', { name: 'Watch for mentions of @ada?' }),
  shunning: async () => {
    await asksNothing()
    await waitFor(() => expect(calls.shunning.waiting()).toBe(1))
  },
  switching: async () => {
    await asksNothing()
    await waitFor(() => expect(calls.switching.waiting()).toBe(1))
  },
})

const open = async (place: 'home' | 'inbox'): Promise<ReplayOf<typeof model>> => {
  localStorage.setItem('auto-comment-bot.operator', '0123456789abcdef')
  localStorage.setItem('auto-comment-bot.inbox.0123456789abcdef', JSON.stringify({ shown: true, folded: false }))
  const listing = server.gate(/^GET \/inbox$/)
  const shunning = server.gate(/^POST \/do-not-reply$/)
  const switching = server.gate(/^PUT \/inbox\/watches\/[34]$/)
  const sending = server.gate(/^POST \/twitter\/tweet\/batch-post-replies$/)
  const { user } = renderConsole(server, place === 'home' ? '/admin/home' : '/admin/home/inbox', {
    inspect: coverage.observer,
  })
  await listing.answer({ status: 200, body: listed })
  const refused = (gate: Gate) => (error: unknown) => gate.answer(refusalOf(error))
  return {
    does: {
      'mention.answer': async ({ composer }) => {
        if (composer === 'writes') await beginPreview(user)
        else if (composer !== 'free') await preview(user, 2)
        if (composer === 'sending') {
          await user.click(await button('Batch Send'))
          await waitFor(() => expect(sending.waiting()).toBe(1))
        }
        await screen.findByRole('region', { name: 'Waiting for an answer' })
        await user.click(await button(/^Answer next/))
      },
      'author.shun': async () => {
        await screen.findAllByRole('article')
        await user.keyboard('b')
      },
      'watch.switch': async ({ watch: { account_username } }) =>
        user.click(await screen.findByRole('switch', { name: `Watch for mentions of ${account_username}` })),
      'question.confirm': async () =>
        user.click((await question()).getByRole('button', { name: /^(Replace|Give up|Do not reply|Switch on)$/ })),
      'question.cancel': async () => user.click((await question()).getByRole('button', { name: 'Cancel' })),
    },
    answers: {
      shun: {
        done: (person) => shunning.answer({ status: 201, body: json(person) }),
        error: refused(shunning),
      },
      switch: {
        done: (output) => switching.answer({ status: 200, body: json(output) }),
        error: refused(switching),
      },
    },
    sees: sees({ shunning, switching }),
  }
}

const only =
  (...types: string[]) =>
  (_: AnyMachineSnapshot, { type }: EventObject) =>
    types.includes(type) || type.startsWith('question.') || type.startsWith('xstate.')

describe('inboxActs, taken by a person on Home', () => {
  it.each(coverage.walks(coveringPaths(model, only('mention.answer'))))('%s', async (_, path) => {
    await takePath(await open('home'), path)
  })
})

describe('inboxActs, taken by a person on the screen of the inbox', () => {
  it.each(coverage.walks(coveringPaths(model, only('author.shun', 'watch.switch'))))('%s', async (_, path) => {
    await takePath(await open('inbox'), path)
  })

  it('takes every transition in the real application', () => {
    coverage.expectAllBut([])
  })
})
