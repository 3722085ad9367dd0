import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { ReplyRule } from '../../../server/x/eligibility'
import type { Reply } from '../../../src/schemas/composer/replies'
import { chooseCharacter, fetchPost, openHome, preview, replyCard, sent, texts } from '../../support/composer'
import { type DeliveringServer, startDeliveringServer } from '../../support/deliveringServer'
import { sampleReading } from '../../support/serverFakes'

let server: DeliveringServer
const start = async (rule: ReplyRule) => {
  server = await startDeliveringServer(rule)
  await server.furnish(['ada', 'bo', 'cleo'])
}
afterEach(() => server.close())

const author = { id: '42', username: 'maker' }

it('says at the send how many may answer, and names each with its reason', async () => {
  await start('summoned')
  server.postedTo.readPost = async (id) => ({
    ...sampleReading(id),
    audience: { author, thread: author, mentions: [{ username: 'Bo' }], replySettings: 'everyone' },
  })
  const user = await openHome(server)
  await preview(user, 2)
  const bar = within(screen.getByRole('region', { name: 'Send' }))
  await user.click(await bar.findByText('1 account can reply automatically, 2 only manually'))
  expect(bar.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'AutomaticThe post mentions this account.@bo',
    'ManualThe post neither mentions nor quotes this account.@ada, @cleo',
  ])
  bar.getByText('X will not accept 1 of these replies through its API. After sending, post it manually.')
  bar.getByText('1 will be posted now by @bo')
})

it('names the accounts in the order in which the replies go to them, at each reply and at the send', async () => {
  await start('open')
  await server.me.call('POST', '/twitter/tweet/content', { tweet_url: '1900000000000000009' })
  const wanted = { tweet_id: '1900000000000000009', role_id: 1, count: 1 }
  const { replies } = (await server.me.call('POST', '/twitter/tweet/generate-reply', wanted)).body as {
    replies: Reply[]
  }
  const first = { reply_id: replies[0]?.reply_id ?? '', twitter_account_id: 1 }
  expect(await server.me.call('POST', '/twitter/tweet/post-reply', first)).toMatchObject({ status: 201 })
  const user = await openHome(server)
  await preview(user, 2)
  await within(await replyCard(1)).findByText('as @bo')
  within(await replyCard(2)).getByText('as @cleo')
  const bar = within(screen.getByRole('region', { name: 'Send' }))
  bar.getByText('by @bo, @cleo')
  const [ofBo = '', ofCleo = ''] = texts()
  await user.click(screen.getByRole('button', { name: 'Batch Send' }))
  await screen.findByRole('region', { name: 'Sent' })
  await waitFor(() => {
    const authorOf = new Map(sent(server).map(({ sent, authorId }) => [sent, authorId]))
    expect([authorOf.get(ofBo), authorOf.get(ofCleo)]).toEqual(['bo', 'cleo'])
  })
})

it('says which accounts answer the mention already, before anything is written', async () => {
  await start('summoned')
  const answered = (account_id: number, username: string) => ({
    account_id,
    username,
    verdict: 'allowed',
    reason: `In task t${account_id}.`,
    answered_in: `t${account_id}`,
  })
  const eligibility = {
    rule: 'summoned',
    allowed: 0,
    uncertain: 0,
    refused: 0,
    accounts: [answered(1, '@ada'), answered(2, '@bo'), answered(3, '@cleo')],
    others: { verdict: 'refused', reason: 'A stranger.' },
  }
  const body = { tweet_id: '1900000000000000001', text: 'Which beans?', eligibility }
  server.answerNext('POST /twitter/tweet/content', { status: 200, body })
  const user = await openHome(server)
  await fetchPost(user)
  const card = within(await screen.findByRole('article'))
  await user.click(await card.findByText('0 accounts can reply automatically, 3 already answered this mention'))
  expect(card.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'AnsweredIn task t1.@ada',
    'AnsweredIn task t2.@bo',
    'AnsweredIn task t3.@cleo',
  ])
})

it('shows which accounts already have a reply to the post, before they get another one', async () => {
  await start('summoned')
  await server.me.call('POST', '/twitter/tweet/content', { tweet_url: '1900000000000000009' })
  const wanted = { tweet_id: '1900000000000000009', role_id: 1, count: 1 }
  const { replies } = (await server.me.call('POST', '/twitter/tweet/generate-reply', wanted)).body as {
    replies: Reply[]
  }
  const first = { reply_id: replies[0]?.reply_id ?? '', twitter_account_id: 2 }
  const { task_id } = (await server.me.call('POST', '/twitter/tweet/post-reply', first)).body as { task_id: string }
  const user = await openHome(server)
  await fetchPost(user, 'https://x.com/maker/status/1900000000000000009')
  const card = within(await screen.findByRole('article'))
  await card.findByText(/, 1 has a queued reply$/)
  await user.click(screen.getByRole('tab', { name: 'Solo Send' }))
  await fetchPost(user, 'https://x.com/maker/status/1900000000000000009')
  await chooseCharacter(user)
  await user.selectOptions(await screen.findByLabelText('Media Agent'), '@bo')
  await user.click(screen.getByRole('button', { name: 'Preview' }))
  const bar = within(screen.getByRole('region', { name: 'Send' }))
  await bar.findAllByText(new RegExp(`A reply of this account to this post is queued in task ${task_id}\\.`))
})

it('shows everything that was read, and names what X does not show', async () => {
  await start('summoned')
  const content = { media: [], links: [], not_shown: [] }
  server.postedTo.readPost = async (id) => ({
    ...sampleReading(id),
    text: 'Look at this',
    context: {
      lang: 'fr',
      media: [{ kind: 'image', alt_text: 'A cup', preview_url: 'https://pbs.twimg.com/1.jpg' }, { kind: 'video' }],
      poll: { options: [{ label: 'Filter', votes: 3 }, { label: 'Espresso' }], is_open: false },
      article: { title: 'On water', text: 'Soft water first.' },
      links: [{ url: 'https://beans.example/roast', title: 'Roast' }],
      not_shown: ['the quoted post', 'a video without description'],
      parent: { ...content, tweet_id: '40', text: 'Which beans?', author_username: 'ida' },
      root: { ...content, tweet_id: '30', text: 'A thread on coffee' },
      quoted: { ...content, tweet_id: '20', text: 'Quoted words', author_username: 'pia', not_shown: ['a poll'] },
      edits: 2,
      reposted_by: 'sharer',
      possibly_sensitive: true,
      reply_settings: 'verified',
    },
  })
  const user = await openHome(server)
  await fetchPost(user)
  const card = await screen.findByRole('article')
  expect(within(card).getByRole('link', { name: 'A cup' }).getAttribute('href')).toBe('https://pbs.twimg.com/1.jpg')
  expect(within(card).getByRole('link', { name: 'Roast' }).getAttribute('href')).toBe('https://beans.example/roast')
  expect(within(card).getByText('Look at this').lang).toBe('fr')
  for (const words of [
    'The thread starts with a postA thread on coffee',
    'In reply to @idaWhich beans?',
    'Quotes @piaQuoted wordsNot shown by X: a poll.',
    'Video without description',
    'Closed poll, 3 votesFilterEspresso',
    'On waterSoft water first.',
    'Reposted by @sharer · Edited 2 times · Marked as sensitive · Only verified accounts can reply',
    'Not shown by X: the quoted post.',
  ]) {
    expect(card.textContent).toContain(words)
  }
})
