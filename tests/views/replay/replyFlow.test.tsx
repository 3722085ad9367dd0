import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isUnanswered } from '../../../src/machines/crud/failure'
import type { Draft } from '../../../src/schemas/draft'
import { replyFlow as model } from '../../machines/composerModels'
import { fetched, link } from '../../machines/samples'
import { type DeliveringServer, startDeliveringServer } from '../../support/deliveringServer'
import { differentTexts } from '../../support/delivery'
import { byMention, byQueue, byTabs, byTakingBack, replyFlowPaths } from '../../support/flowPaths'
import type { Gate } from '../../support/inProcessServer'
import { renderConsole, textIn } from '../../support/renderConsole'
import { createCoverage, isNothing, isOne, type ReplayOf, refusalOf, takePath } from '../../support/replay'
import { until } from '../../support/waiting'

const unfetched = 'https://x.com/ada/status/9'

const coverage = createCoverage(model)

let server: DeliveringServer
let content: Gate
let generation: Gate
let saving: Gate
let sending: Gate

beforeAll(async () => {
  server = await startDeliveringServer()
  await server.furnish(['ada', 'bob', 'cyd'])
  const texts = differentTexts(2000)
  server.generate.mockImplementation(async ({ count }) => ({ replies: texts.splice(0, count) }))
  content = server.gate(/POST \/twitter\/tweet\/content/)
  generation = server.gate(/POST \/twitter\/tweet\/generate-reply/)
  saving = server.gate(/PUT \/twitter\/replies\//)
  sending = server.gate(/POST \/twitter\/tweet\/(batch-post-replies|post-reply)/)
})
afterAll(() => server.close())

const createClipboard = () => {
  const waiting: { resolve: () => void; reject: (error: Error) => void }[] = []
  const writeText = () => new Promise<void>((resolve, reject) => waiting.push({ resolve, reject }))
  return {
    install: () => Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } }),
    settle: async (works: boolean) => {
      const last = await until(() => waiting.pop())
      if (works) last.resolve()
      else last.reject(new Error('denied'))
    },
  }
}

const realReplies = async (): Promise<Draft['replies']> => {
  const { call } = server.me
  await call('POST', '/twitter/tweet/content', { tweet_url: link })
  const [role] = (await call('GET', '/ai-roles')).body as { id: number }[]
  const { body } = await call('POST', '/twitter/tweet/generate-reply', {
    tweet_id: fetched.tweet_id,
    role_id: role?.id,
    count: 2,
  })
  const { replies } = body as { replies: { reply_id: string; content: string }[] }
  return replies.map((reply) => ({ ...reply, generated: reply.content }))
}

const roleId = async (): Promise<number> => {
  const { body } = await server.me.call('GET', '/ai-roles')
  return (body as { id: number }[])[0]?.id ?? 0
}

const card = () => screen.findByRole('group', { name: 'Reply 1' })
const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name })
const isBusy = (control: HTMLElement) => control.getAttribute('aria-busy') === 'true'
const seesBusy = async (find: () => Promise<HTMLElement>) =>
  waitFor(async () => expect(isBusy(await find())).toBe(true))

const open = async (): Promise<ReplayOf<typeof model>> => {
  const clipboard = createClipboard()
  const mount = async () => {
    const opened = renderConsole(server, '/admin/home', { inspect: coverage.observer })
    clipboard.install()
    /** A draft may open its dialog at once, which hides the rest. */
    await screen.findByRole('heading', { name: 'Auto Comment Bot', level: 1, hidden: true })
    await screen.findByRole('option', { name: 'Mara · deadpan · gpt-test', hidden: true })
    return opened
  }
  let { user, close } = await mount()
  const select = async (label: string, option: string) => {
    const field = await screen.findByLabelText(label)
    await within(field).findByRole('option', { name: option })
    if (textIn(field) === '') await user.selectOptions(field, option)
  }
  const chooseCharacter = () => select('AI/Model', 'Mara · deadpan · gpt-test')
  const chooseTarget = () =>
    screen.queryByLabelText('Group') ? select('Group', 'launch-crew') : select('Media Agent', '@bob')
  const pasteLink = async (text: string) => {
    const field = await screen.findByLabelText('X post link')
    await user.clear(field)
    await user.click(field)
    await user.paste(text)
  }
  const typeReply = async (text: string) => {
    const field = await screen.findByRole('textbox', { name: 'Reply Content' })
    await waitFor(() => expect(field.hasAttribute('readonly')).toBe(false))
    await user.clear(field)
    await user.click(field)
    await user.paste(text)
  }
  const onCard = (name: string) => async () => user.click(await within(await card()).findByRole('button', { name }))
  const generated = {
    done: (output: unknown) =>
      isNothing(output) ? generation.answer({ status: 201, body: { replies: [] } }) : generation.pass(),
    error: (error: unknown) => generation.answer(refusalOf(error)),
  }
  return {
    does: {
      'mode.select': async ({ mode }) =>
        user.click(await screen.findByRole('tab', { name: mode === 'solo' ? 'Solo Send' : 'Batch Send' })),
      'draft.change': async ({ form }) =>
        form.tweet_url === undefined ? chooseCharacter() : pasteLink(form.tweet_url),
      'draft.restored': async ({ draft }) => {
        const isEdited = draft.replies.some(({ content, generated }) => content !== generated)
        const real = draft.replies.length > 0 ? await realReplies() : []
        const replies = isEdited ? real.slice(0, 1).map((reply) => ({ ...reply, content: 'Mine' })) : real
        const unsaved = draft.unsaved && { ...draft.unsaved, reply_id: replies[0]?.reply_id }
        const asked = draft.asked && { ...draft.asked, role_id: await roleId() }
        const kept = { version: 1, draft: { ...draft, replies, asked, unsaved } }
        localStorage.setItem('auto-comment-bot.draft', JSON.stringify(kept))
        close()
        ;({ user, close } = await mount())
      },
      'content.fetch': async ({ tweet_url }) => {
        await pasteLink(tweet_url)
        await user.click(await button('Get Content'))
      },
      'preview.request': async () => {
        if (textIn(await screen.findByLabelText('X post link')) === '') await pasteLink(unfetched)
        await chooseCharacter()
        await chooseTarget()
        await user.click(await button('Preview'))
      },
      'reply.edit': onCard('Edit'),
      'request.cancel': async () => user.click(await button('Cancel')),
      'mention.answer': anything,
      'post.open': anything,
      'preview.take': anything,
      'send.takenBack': anything,
      'fields.fill': anything,
      'draft.displaced': anything,
      'draft.kept': anything,
      'draft.sent': anything,
      'draft.refused': anything,
      'reply.changed': async () => {},
      'reply.told': async () => {
        await onCard('Copy')()
        await clipboard.settle(true)
        await screen.findAllByText('Copied')
      },
      'reply.settled': async () => {
        if (generation.waiting() > 0) return generation.pass()
        if (screen.queryByRole('dialog', { name: 'Reply Content' })) {
          await typeReply('Edited')
          await user.click(await button('Save'))
        }
        return saving.pass()
      },
      'reply.copy': onCard('Copy'),
      'reply.rewrite': async () => {
        await chooseCharacter()
        await onCard('Rewrite')()
      },
      'reply.add': async () => {
        await chooseCharacter()
        await user.click(await button('Add one more'))
      },
      'reply.revert': onCard('Back to the generated text'),
      'replies.send': async () => {
        await chooseTarget()
        await user.click(await button(/^(Batch|Solo) Send$/))
      },
      'preview.continue': async () => {
        await user.click(await button(/^Write the missing/))
        expect(document.activeElement?.textContent).toMatch(/writing \d+ more$/)
      },
      'reply.drop': onCard('Drop'),
      'draft.undo': async () => user.click(await button(/^Undo /)),
      'draft.redo': async () => user.click(await button(/^Redo /)),
      'result.dismiss': async () => user.click(await button('Done')),
    },
    answers: {
      fetchContent: {
        done: (output) =>
          output === fetched
            ? content.pass()
            : content.answer({ status: 200, body: { tweet_id: '1790000000000000002' } }),
        error: (error) => content.answer(refusalOf(error)),
      },
      generateAll: generated,
      generateRest: {
        done: async (output) => {
          const before = (await screen.findByText(partsWritten)).textContent
          if (isOne(output)) {
            await generation.answer({ status: 201, body: { replies: (await realReplies()).slice(0, 1) } })
          } else await generation.pass()
          await waitFor(() => expect(screen.queryByText(partsWritten)?.textContent).not.toBe(before))
        },
        error: generated.error,
      },
      generateOne: generated,
      generateMore: generated,
      send: {
        done: (output) => (JSON.stringify(output) === '{}' ? sending.answer({ status: 200 }) : sending.pass()),
        error: (error) => (isUnanswered(error) ? sending.loseAnswer() : sending.answer(refusalOf(error))),
      },
    },
    sees: {
      'mode.batch': () => selected('Batch Send'),
      'mode.solo': () => selected('Solo Send'),
      'draft.fresh': anything,
      'draft.keeping': anything,
      'draft.displaced': anything,
      'draft.refused': anything,
      'draft.unkept': anything,
      'work.open.looking': anything,
      'work.open.idle': async () => {
        await waitFor(async () => expect(isBusy(await button('Get Content'))).toBe(false))
        await button('Preview')
        await waitFor(() => expect(screen.queryByRole('group', { name: 'Reply 1' })).toBeNull())
        await screen.findByRole('region', { name: 'Send' })
      },
      'work.open.fetchingContent': () => seesBusy(() => button('Get Content')),
      'work.open.generating.all.first': () => button('Processing...'),
      'work.open.generating.all.between': anything,
      'work.open.generating.all.rest': async () => {
        await button('Processing...')
        await screen.findByText(partsWritten)
      },
      'work.open.generating.one': () => button('Processing...'),
      'work.open.generating.more': () => seesBusy(() => button('Add one more')),
      'work.open.previewing.whole': async () => {
        await previewed()
        expect(screen.queryByRole('button', { name: /^Write the missing/ })).toBeNull()
      },
      'work.open.previewing.partial': async () => {
        await previewed()
        await button(/^Write the missing \d+$/)
      },
      'work.open.occupied.editing': () => screen.findByRole('dialog', { name: 'Reply Content' }),
      'work.open.occupied.rewriting': () =>
        seesBusy(async () => within(await card()).findByRole('button', { name: 'Rewrite' })),
      'work.open.occupied.reverting': () =>
        waitFor(async () => expect((await button('Back to the generated text')).matches(':disabled')).toBe(true)),
      'work.sending': async () => {
        await seesBusy(() => button(/^(Batch|Solo) Send$/))
        await waitFor(() =>
          expect(screen.getByRole<HTMLButtonElement>('tab', { name: 'Solo Send' }).disabled).toBe(true),
        )
      },
      'work.sent': () => screen.findByRole('region', { name: 'Sent' }),
    },
  }
}

const partsWritten = /^\d+ of 45, writing \d+ more$/

const previewed = () =>
  waitFor(async () => {
    const edit = await within(await card()).findByRole<HTMLButtonElement>('button', { name: 'Edit' })
    expect(edit.matches(':disabled')).toBe(false)
    expect(document.querySelector('[aria-busy=true]')).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

const anything = async () => {}

const selected = (name: string) =>
  waitFor(() => expect(screen.getByRole('tab', { name, hidden: true }).getAttribute('aria-selected')).toBe('true'))

describe('replyFlow, taken by a person', () => {
  it.each(coverage.walks(replyFlowPaths))('%s', async (_, path) => {
    await takePath(await open(), path)
  })

  it('takes every transition in the real application', () => {
    coverage.expectAllBut([...byMention, ...byQueue, ...byTabs, ...byTakingBack])
  })
})
