import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { editReply as model } from '../../machines/composerModels'
import { emptyDraft, fetched, link } from '../../machines/samples'
import { type DeliveringServer, startDeliveringServer } from '../../support/deliveringServer'
import type { Gate } from '../../support/inProcessServer'
import { renderConsole } from '../../support/renderConsole'
import { coveringPaths, createCoverage, type ReplayOf, refusalOf, takePath } from '../../support/replay'

const paths = coveringPaths(model)
const coverage = createCoverage(model)

let server: DeliveringServer
let loading: Gate
let saving: Gate
let reply: { reply_id: string; content: string }

beforeAll(async () => {
  server = await startDeliveringServer()
  await server.furnish(['ada'])
  const { call } = server.me
  await call('POST', '/twitter/tweet/content', { tweet_url: link })
  const [role] = (await call('GET', '/ai-roles')).body as { id: number }[]
  const body = { tweet_id: fetched.tweet_id, role_id: role?.id, count: 1 }
  const { replies } = (await call('POST', '/twitter/tweet/generate-reply', body)).body as { replies: (typeof reply)[] }
  const [first] = replies
  if (!first) throw new Error('no reply was generated')
  reply = first
  loading = server.gate(/GET \/twitter\/replies\/detail\//)
  saving = server.gate(/PUT \/twitter\/replies\//)
})
afterAll(() => server.close())

const dialog = () => screen.findByRole('dialog', { name: 'Reply Content' })
const inDialog = async (name: string) => within(await dialog()).findByRole<HTMLButtonElement>('button', { name })
const text = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Reply Content' })

const open = async (): Promise<ReplayOf<typeof model>> => {
  const draft = {
    ...emptyDraft,
    form: { ...emptyDraft.form, tweet_url: link },
    post: fetched,
    replies: [{ ...reply, generated: reply.content }],
  }
  localStorage.setItem('auto-comment-bot.draft', JSON.stringify({ version: 1, draft }))
  const { user } = renderConsole(server, '/admin/home', { inspect: coverage.observer })
  const card = await screen.findByRole('group', { name: 'Reply 1' })
  await user.click(within(card).getByRole('button', { name: 'Edit' }))
  let shown = 'One'
  return {
    does: {
      'reply.save': async ({ content }) => {
        await user.clear(await text())
        await user.click(await text())
        await user.paste(content)
        await user.click(await inDialog('Save'))
      },
      'reply.cancel': async () => user.click(await inDialog('Cancel')),
      'dialog.leave': async ({ content }) => {
        if (content !== shown) {
          await user.clear(await text())
          await user.click(await text())
          await user.paste(content)
        }
        await user.keyboard('{Escape}')
      },
      'leave.confirm': async () => user.click(await screen.findByRole('button', { name: 'Discard' })),
      'leave.cancel': async () => {
        const question = within(await screen.findByRole('alertdialog'))
        await user.click(question.getByRole('button', { name: 'Cancel' }))
      },
    },
    answers: {
      load: {
        done: () => {
          shown = 'One, as stored'
          return loading.pass()
        },
        error: (error) => loading.answer(refusalOf(error)),
      },
      save: { done: () => saving.pass(), error: (error) => saving.answer(refusalOf(error)) },
    },
    sees: {
      loading: async () => expect((await inDialog('Save')).disabled).toBe(true),
      editing: () =>
        waitFor(async () => {
          expect((await text()).readOnly).toBe(false)
          expect((await inDialog('Save')).disabled).toBe(false)
        }),
      askingToDiscard: () => screen.findByRole('alertdialog', { name: 'Close without saving?' }),
      saving: () => waitFor(async () => expect((await inDialog('Save')).getAttribute('aria-busy')).toBe('true')),
      closed: () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull()),
    },
  }
}

describe('editReply, taken by a person', () => {
  it.each(coverage.walks(paths))('%s', async (_, path) => {
    await takePath(await open(), path)
  })

  it('takes every transition in the real application', () => {
    coverage.expectAllBut([])
  })
})
