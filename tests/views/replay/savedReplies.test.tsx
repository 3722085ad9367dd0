import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AnyMachineSnapshot, EventObject } from 'xstate'
import { emptyDraft, fetched, link } from '../../machines/samples'
import { savedReplies as model, savedOpening, savedWhole } from '../../machines/savedReplyModels'
import { type DeliveringServer, startDeliveringServer } from '../../support/deliveringServer'
import type { Gate } from '../../support/inProcessServer'
import { renderConsole } from '../../support/renderConsole'
import { coveringPaths, createCoverage, type ReplayOf, refusalOf, takePath } from '../../support/replay'

const coverage = createCoverage(model)
let server: DeliveringServer
let saving: Gate
let removing: Gate
let reply: { reply_id: string; content: string }

beforeAll(async () => {
  server = await startDeliveringServer()
  await server.furnish(['ada'])
  const { call } = server.me
  for (const { id: _, ...body } of [savedOpening, savedWhole]) await call('POST', '/ai-roles/1/saved-replies', body)
  await call('POST', '/twitter/tweet/content', { tweet_url: link })
  const asked = { tweet_id: fetched.tweet_id, role_id: 1, count: 1 }
  const { replies } = (await call('POST', '/twitter/tweet/generate-reply', asked)).body as { replies: (typeof reply)[] }
  const [first] = replies
  if (!first) throw new Error('no reply was generated')
  reply = first
  saving = server.gate(/^(POST|PUT) \/ai-roles\/1\/saved-replies/)
  removing = server.gate(/^DELETE \/ai-roles\/1\/saved-replies/)
})
afterAll(() => server.close())
beforeEach(() => {
  /** jsdom has no such command. */
  Object.assign(document, { execCommand: () => false })
})

const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })
const form = () => screen.findByRole('dialog', { name: /^(Add|Edit) saved reply$/ })
const question = () => screen.findByRole('alertdialog', { name: 'Delete this saved reply?' })
const busyIn = async (window: () => Promise<HTMLElement>) =>
  waitFor(async () => expect((await window()).querySelector('button[aria-busy=true]')).not.toBeNull())
const restsIn = async (window: () => Promise<HTMLElement>) =>
  waitFor(async () => expect((await window()).querySelector('button[aria-busy=true]')).toBeNull())

type Does = Pick<ReplayOf<typeof model>, 'does'>['does']

const replayOf = (does: Does): ReplayOf<typeof model> => {
  const refused = (gate: Gate) => (error: unknown) => gate.answer(refusalOf(error))
  return {
    does,
    answers: {
      save: { done: () => saving.answer({ status: 201 }), error: refused(saving) },
      remove: { done: () => removing.answer({ status: 204 }), error: refused(removing) },
    },
    sees: {
      browsing: () =>
        waitFor(() => {
          expect(screen.queryByRole('dialog', { name: /saved reply$/ })).toBeNull()
          expect(screen.queryByRole('alertdialog')).toBeNull()
        }),
      filling: () => restsIn(form),
      saving: () => busyIn(form),
      confirmingDelete: () => restsIn(question),
      deleting: () => busyIn(question),
    },
  }
}

const never = () => Promise.reject(new Error('there is no such button here'))

const onThePage = async () => {
  server.answerNext('GET /ai-roles/1/saved-replies', { status: 500 })
  const { user } = renderConsole(server, '/admin/ai-character/1', { inspect: coverage.observer })
  const showList = async () => {
    const again = screen.queryByRole('button', { name: 'Try again' })
    if (again) await user.click(again)
  }
  await button('Try again')
  return replayOf({
    'list.reload': showList,
    'saved.add': async () => user.click(await button('Add saved reply')),
    'saved.edit': async ({ saved }) => {
      await showList()
      await user.click(await button(`Edit ${saved.name}`))
    },
    'form.submit': async () => {
      const window = within(await form())
      const name = window.getByLabelText<HTMLInputElement>('Name')
      if (name.value === '') {
        await user.type(name, 'Hello')
        await user.type(window.getByLabelText('Text'), 'Hello there')
      }
      await user.click(window.getByRole('button', { name: 'Save' }))
    },
    'form.cancel': async () => user.click(within(await form()).getByRole('button', { name: 'Cancel' })),
    'delete.request': async ({ saved }) => {
      await showList()
      await user.click(await button(`Delete ${saved.name}`))
    },
    'delete.confirm': async () => user.click(within(await question()).getByRole('button', { name: 'Delete' })),
    'delete.cancel': async () => user.click(within(await question()).getByRole('button', { name: 'Cancel' })),
    'place.choose': never,
    'saved.insert': never,
  })
}

const inTheDialog = async (input: unknown) => {
  const isNamed = JSON.stringify(input).includes('"name"')
  const draft = {
    ...emptyDraft,
    form: { ...emptyDraft.form, tweet_url: link },
    post: { ...fetched, ...(isNamed ? { author_name: 'Zoe Q.' } : {}), author_username: 'zoe_q' },
    replies: [{ ...reply, generated: reply.content, role_id: 1 }],
  }
  localStorage.setItem('auto-comment-bot.draft', JSON.stringify({ version: 1, draft }))
  const { user } = renderConsole(server, '/admin/home', { inspect: coverage.observer })
  const card = await screen.findByRole('group', { name: 'Reply 1' })
  await user.click(within(card).getByRole('button', { name: 'Edit' }))
  await waitFor(async () => expect((await button('Insert saved reply')).disabled).toBe(false))
  const openMenu = async () => {
    const opener = await button('Insert saved reply')
    if (opener.getAttribute('aria-expanded') !== 'true') await user.click(opener)
  }
  return replayOf({
    'list.reload': never,
    'saved.add': never,
    'saved.edit': never,
    'form.submit': never,
    'form.cancel': never,
    'delete.request': never,
    'delete.confirm': never,
    'delete.cancel': never,
    'place.choose': async ({ place }) => {
      await openMenu()
      const other = await screen.findByRole('radio', { name: place === 'all' ? /cursor/ : /replaces/ })
      await user.click(other)
      await user.click(screen.getByRole('radio', { name: place === 'all' ? /replaces/ : /cursor/ }))
    },
    'saved.insert': async ({ saved }) => {
      await openMenu()
      await user.click(await screen.findByRole('option', { name: new RegExp(`^${saved.name}`) }))
    },
  })
}

const inserts = (type: string) => type === 'place.choose' || type === 'saved.insert'
const only =
  (isWanted: (type: string) => boolean) =>
  (_: AnyMachineSnapshot, { type }: EventObject) =>
    isWanted(type) || type.startsWith('xstate.')

/** The page behind a dialog cannot be clicked. */
const onPage = (snapshot: AnyMachineSnapshot, { type }: EventObject) =>
  !inserts(type) && (type !== 'list.reload' || snapshot.matches('browsing'))

describe('savedReplies, taken by a person on the page of a character', () => {
  it.each(coverage.walks(coveringPaths(model, onPage)))('%s', async (_, path) => {
    await takePath(await onThePage(), path)
  })
})

describe('savedReplies, taken by a person in the edit dialog', () => {
  it.each(coverage.walks(coveringPaths(model, only(inserts))))('%s', async (_, path) => {
    await takePath(await inTheDialog(path.input), path)
  })

  it('takes every transition in the real application', () => {
    coverage.expectAllBut([])
  })
})
