import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { failureText, isUnanswered, problemStatus } from '../../../src/machines/crud/failure'
import type { Draft } from '../../../src/schemas/composer/draft'
import { messages } from '../../../src/schemas/messages'
import type { replyFlow as model } from '../../machines/composer/composerModels'
import { fetched, link } from '../../machines/samples'
import { isNothing, isOne, type ReplayOf } from '../../support/replay'
import { eventually } from '../../support/waiting'
import type { ApiOperator, SandboxControl } from '../furnished'
import { createGate } from '../gate'
import { seeMessage } from '../operator'

const unfetched = 'https://x.com/ada/status/9'

const partsWritten = /^\d+ of 45 written, writing \d+ more$/

const anything = async () => {}

const realReplies = async ({ call }: ApiOperator): Promise<Draft['replies']> => {
  await call('POST', '/twitter/tweet/content', { tweet_url: link })
  const [role] = await call<{ id: number }[]>('GET', '/ai-roles?skip=0&limit=100')
  const { replies } = await call<{ replies: { reply_id: string; content: string }[] }>(
    'POST',
    '/twitter/tweet/generate-reply',
    { tweet_id: fetched.tweet_id, role_id: role?.id, count: 2 },
  )
  return replies.map((reply) => ({ ...reply, generated: reply.content }))
}

/** The composer in Chromium: actions and visible effects while calls wait for their answers. */
export const openComposer = async (
  page: Page,
  operator: ApiOperator,
  sandbox: SandboxControl,
): Promise<ReplayOf<typeof model>> => {
  const content = await createGate(page, 'api/v1/twitter/tweet/content', 'POST')
  const generation = await createGate(page, 'api/v1/twitter/tweet/generate-reply', 'POST')
  const saving = await createGate(page, 'api/v1/twitter/replies/*', 'PUT')
  const sending = await createGate(page, 'api/v1/twitter/tweet/{batch-post-replies,post-reply}', 'POST')

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const card = page.getByRole('group', { name: 'Reply 1', exact: true })
  const linkField = page.getByLabel('X post link')
  const dialog = page.getByRole('dialog', { name: 'Reply Content' })
  const replyText = dialog.getByRole('textbox', { name: 'Reply Content' }).and(page.locator(':not([readonly])'))
  const busy = (name: string | RegExp, within = page.locator('body')) =>
    within.getByRole('button', { name }).and(page.locator('[aria-busy=true]')).waitFor()
  const selected = (name: string) => page.locator(`[role=tab][aria-selected=true]`, { hasText: name }).waitFor()
  const onCard = (name: string) => () => card.getByRole('button', { name, exact: true }).click()

  const select = async (label: string) => {
    const field = page.getByLabel(label, { exact: true })
    await field.locator('option:nth-child(2)').waitFor({ state: 'attached' })
    if ((await field.inputValue()) === '') await field.selectOption({ index: 1 })
  }
  const chooseCharacter = () => select('AI/Model')
  const chooseTarget = async () =>
    select((await page.getByLabel('Group', { exact: true }).isVisible()) ? 'Group' : 'Media Agent')
  const arrive = async () => {
    await page.goto('/admin/home')
    await page.getByLabel('AI/Model').locator('option:nth-child(2)').waitFor({ state: 'attached' })
  }
  const previewed = async () => {
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
    await card.getByRole('button', { name: 'Edit', exact: true, disabled: false }).waitFor()
    await dialog.waitFor({ state: 'detached' })
  }
  const generated = {
    done: async (output: unknown) => {
      if (!isNothing(output)) return generation.pass()
      await generation.answer(201, { replies: [] })
      await seeMessage(page, messages.reply.noneWritten)
    },
    error: async () => {
      await sandbox.model({ rules: [{ times: 1, do: { answer: 'quota' } }] })
      await generation.pass()
      await page.getByText('You exceeded your current quota').filter({ visible: true }).first().waitFor()
    },
  }

  await arrive()
  return {
    does: {
      'mode.select': ({ mode }) =>
        page.getByRole('tab', { name: mode === 'solo' ? 'Solo Send' : 'Batch Send' }).click(),
      'draft.change': async ({ form }) =>
        form.tweet_url === undefined ? chooseCharacter() : linkField.fill(form.tweet_url),
      'draft.restored': async ({ draft }) => {
        const isEdited = draft.replies.some(({ content, generated }) => content !== generated)
        const real = draft.replies.length > 0 ? await realReplies(operator) : []
        const replies = isEdited ? real.slice(0, 1).map((reply) => ({ ...reply, content: 'Mine' })) : real
        const unsaved = draft.unsaved && { ...draft.unsaved, reply_id: replies[0]?.reply_id }
        const [role] = await operator.call<{ id: number }[]>('GET', '/ai-roles?skip=0&limit=100')
        const asked = draft.asked && { ...draft.asked, role_id: role?.id }
        await page.evaluate(
          (kept) => localStorage.setItem('auto-comment-bot.draft', kept),
          JSON.stringify({ version: 1, draft: { ...draft, replies, asked, unsaved } }),
        )
        await arrive()
      },
      'content.fetch': async ({ tweet_url }) => {
        await linkField.fill(tweet_url)
        await button('Get Content').click()
      },
      'preview.request': async () => {
        if ((await linkField.inputValue()) === '') await linkField.fill(unfetched)
        await chooseCharacter()
        await chooseTarget()
        await button('Preview').click()
      },
      'reply.edit': onCard('Edit'),
      'request.cancel': () => button('Cancel').click(),
      'mention.answer': anything,
      'post.open': anything,
      'preview.take': anything,
      'send.takenBack': anything,
      'fields.fill': anything,
      'draft.displaced': anything,
      'draft.stored': anything,
      'order.read': anything,
      'draft.sent': anything,
      'draft.refused': anything,
      'reply.changed': anything,
      'reply.toast': async () => {
        await onCard('Copy')()
        await seeMessage(page, 'Copied')
        const copied = await page.evaluate(() => navigator.clipboard.readText())
        await card.getByText(copied).first().waitFor()
      },
      'reply.settled': async () => {
        if (generation.waiting() > 0) return generation.pass()
        if ((await dialog.count()) > 0) {
          await replyText.fill('Edited')
          await dialog.getByRole('button', { name: 'Save', exact: true }).click()
        }
        await saving.pass()
        await seeMessage(page, 'Reply content updated successfully!')
      },
      'reply.copy': onCard('Copy'),
      'reply.rewrite': async () => {
        await chooseCharacter()
        await onCard('Rewrite')()
      },
      'reply.add': async () => {
        await chooseCharacter()
        await button('Add one more').click()
      },
      'reply.revert': onCard('Restore the generated text'),
      'replies.send': async () => {
        await chooseTarget()
        await button(/^(Batch|Solo) Send$/).click()
      },
      'preview.continue': () => button(/^Write the missing \d+$/).click(),
      'reply.drop': onCard('Drop'),
      'draft.undo': () => button(/^Undo /).click(),
      'draft.redo': () => button(/^Redo /).click(),
      'result.dismiss': () => button('Done').click(),
    },
    answers: {
      fetchContent: {
        done: async () => {
          await content.pass()
          await page.getByText('Get content success!').waitFor()
        },
        error: async () => {
          await sandbox.x({
            rules: [{ match: { method: 'GET', path: '/2/tweets/' }, times: 1, do: { answer: 'half' } }],
          })
          await content.pass()
          await page.getByText('Get content fail.').waitFor()
        },
      },
      generateAll: generated,
      generateRest: {
        done: async (output) => {
          const parts = page.getByText(partsWritten)
          await parts.waitFor()
          const before = await parts.allTextContents()
          if (isOne(output)) await generation.answer(201, { replies: (await realReplies(operator)).slice(0, 1) })
          else await generation.pass()
          await eventually(async () => expect(await parts.allTextContents()).not.toEqual(before))
        },
        error: generated.error,
      },
      generateOne: generated,
      generateMore: generated,
      send: {
        done: async () => {
          await sending.pass()
          await seeMessage(page, 'Replies posted successfully!')
        },
        error: async (error) => {
          const isSolo = await page.getByLabel('Media Agent').isVisible()
          const failure = isSolo ? 'Failed to post replies. Please try again.' : 'An error occurred'
          if (isUnanswered(error)) await sending.drop()
          else await sending.answer(problemStatus(error) ?? 409, { detail: failureText(error, failure) })
          await seeMessage(page, failureText(error, failure))
        },
      },
    },
    sees: {
      'mode.batch': () => selected('Batch Send'),
      'mode.solo': () => selected('Solo Send'),
      'draft.fresh': anything,
      'draft.keeping': anything,
      'draft.displaced': anything,
      'draft.refused': anything,
      'draft.unsaved': anything,
      'work.open.looking': anything,
      'work.open.idle': async () => {
        await button('Get Content').and(page.locator(':not([aria-busy=true])')).waitFor()
        await button('Preview').waitFor()
        await card.waitFor({ state: 'detached' })
        await page.getByRole('region', { name: 'Send', exact: true }).waitFor()
      },
      'work.open.fetchingContent': () => busy('Get Content'),
      'work.open.generating.all.first': () => button('Processing...').waitFor(),
      'work.open.generating.all.between': anything,
      'work.open.generating.all.rest': () => page.getByText(partsWritten).waitFor(),
      'work.open.generating.one': () => button('Processing...').waitFor(),
      'work.open.generating.more': () => busy('Add one more'),
      'work.open.previewing.whole': previewed,
      'work.open.previewing.partial': async () => {
        await previewed()
        await button(/^Write the missing \d+$/).waitFor()
      },
      'work.open.occupied.editing': () => dialog.waitFor({ state: 'attached' }),
      'work.open.occupied.rewriting': () => busy('Rewrite', card),
      'work.open.occupied.reverting': () =>
        card.getByRole('button', { name: 'Restore the generated text', disabled: true }).waitFor(),
      'work.sending': async () => {
        await busy(/^(Batch|Solo) Send$/)
        await page.getByRole('tab', { name: 'Solo Send', disabled: true }).waitFor()
        await eventually(() => expect(sending.waiting(), 'one send for one click').toBe(1))
      },
      'work.sent': () => page.getByRole('region', { name: 'Sent', exact: true }).waitFor(),
    },
  }
}
