import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { Draft } from '../../../src/schemas/composer/draft'
import type { Eligibility, EligibilityVerdict } from '../../../src/schemas/composer/eligibility'
import type { Meta } from '../../../src/schemas/system'
import { SendBar, type SendBarProps } from '../../../src/views/composer/SendBar'
import { draftReplies, fetched, link, reviewed } from '../../machines/samples'
import { agents, composerWith, draftReply, spendingWith } from '../../support/composerAlone'
import { renderPart } from '../../support/renderPart'

const three = agents('ada', 'bob', 'cyd')
const [ada, bob, cyd] = three
const inactive = (accounts: SendBarProps['accounts']) => accounts.map((each) => ({ ...each, is_active: false }))

type Named = Eligibility['accounts'][number]
const named = (account_id: number, verdict: EligibilityVerdict, more: Partial<Named> = {}): Named => ({
  account_id,
  username: `@${account_id}`,
  verdict,
  reason: `Because of ${account_id}.`,
  ...more,
})

const eligible = (accounts: Named[], more: Partial<Eligibility> = {}): Eligibility => ({
  rule: 'summoned',
  allowed: 0,
  uncertain: 0,
  refused: 0,
  accounts,
  others: { verdict: 'refused', reason: 'A stranger.' },
  ...more,
})

interface Given extends Partial<SendBarProps> {
  draft?: Partial<Draft>
  meta?: Partial<Meta>
  api?: object
}

const show = ({ draft, meta, api, ...props }: Given = {}) => {
  const flow = composerWith({ mode: props.mode ?? 'batch', ...draft })
  const onSend = vi.fn()
  const view = renderPart(
    <SendBar
      flow={flow.actor}
      mode="batch"
      groupName="Launch"
      accounts={three}
      eligibility={undefined}
      senders={[]}
      isUnnamed={false}
      findLeaks={() => []}
      onSend={onSend}
      {...props}
    />,
    { meta, api },
  )
  const said = () => view.container.textContent?.replace(/Ctrl ↵(Batch|Solo) Send$/, '')
  return { ...view, flow, onSend, said }
}

const oneReply = { replies: draftReplies.slice(0, 1) }
const noneElse = 'through Launch, 3 accounts'
const any = 'of these 3 active accounts send one reply each:@ada@bob@cyd'
const twoOfThree = `2 replies to @ada ${noneElse}2 ${any}`
const ordered = eligible([], { rule: 'open', others: { verdict: 'allowed', reason: 'Exempt.' }, order: [3, 1, 2] })
const exempt = '3 accounts can reply automatically.'
const solo: Given = { mode: 'solo', draft: oneReply, accounts: agents('ada') }
const soloSaid = '1 reply to @ada through @ada'

describe('the sentence of the send bar', () => {
  it.each<[string, Given, string]>([
    ['without replies', { draft: { replies: [] } }, 'Nothing to send yet.'],
    ['for two of three', {}, twoOfThree],
    [
      'for one of three',
      { draft: oneReply },
      `1 reply to @ada ${noneElse}One of these 3 active accounts sends the reply:@ada@bob@cyd`,
    ],
    ['without a group', { groupName: '' }, '2 replies to @ada, no group chosen yet'],
    [
      'where no author is known',
      { draft: { post: { ...fetched, tweet_url: '7' }, form: { ...reviewed.form, tweet_url: '7' } } },
      `2 replies ${noneElse}2 ${any}`,
    ],
    [
      'for as many as there are accounts',
      { accounts: three.slice(0, 2) },
      '2 replies to @ada through Launch, 2 accountsThese accounts send one reply each:@ada@bob',
    ],
    [
      'where some are not active',
      { accounts: [...three.slice(0, 2), ...inactive(three.slice(2))] },
      '2 replies to @ada through Launch, 2 accountsThese accounts send one reply each:@ada@bob',
    ],
    [
      'in order',
      { eligibility: ordered },
      `2 replies to @ada ${noneElse}The first 2 of these 3 active accounts send one reply each:@cyd@ada@bob${exempt}`,
    ],
    [
      'in order, for one',
      { eligibility: ordered, draft: oneReply },
      `1 reply to @ada ${noneElse}The first of these 3 active accounts sends the reply:@cyd@ada@bob${exempt}`,
    ],
    [
      'in order, for all',
      { eligibility: ordered, draft: { replies: [...draftReplies, draftReply(3, 'Three')] } },
      `3 replies to @ada ${noneElse}These accounts send one reply each, in this order:@cyd@ada@bob${exempt}`,
    ],
    ['solo', solo, soloSaid],
    ['solo without an agent', { ...solo, accounts: [] }, '1 reply to @ada, no account chosen yet'],
    ['solo without a reply', { ...solo, draft: { replies: [] } }, 'Nothing to send yet.'],
  ])('%s', (_when, given, words) => {
    expect(show(given).said()).toBe(words)
  })

  it.each([
    [24, '@a24'],
    [25, '@a24and 1 more'],
    [28, '@a24and 4 more'],
  ])('names 24 of %i accounts at most', (count, end) => {
    const accounts = agents(...Array.from({ length: count }, (_, index) => `a${index + 1}`))
    const { said } = show({ accounts })
    expect(said()?.slice(said()?.indexOf('@a24'))).toBe(end)
    expect(screen.getAllByRole('listitem', { hidden: true })).toHaveLength(count === 24 ? 24 : 25)
  })

  it('names the accounts until Escape is pressed, or something else has the focus', () => {
    show()
    const summary = screen.getByText('3 accounts')
    const details = summary.closest('details') ?? new HTMLDetailsElement()
    const isOpenAfter = (happens: () => void) => {
      details.open = true
      happens()
      return details.open
    }
    expect([
      isOpenAfter(() => fireEvent.keyDown(summary, { key: 'a' })),
      isOpenAfter(() => fireEvent.keyDown(summary, { key: 'Escape' })),
      isOpenAfter(() => fireEvent.blur(summary, { relatedTarget: screen.getByText('@bob') })),
      isOpenAfter(() => fireEvent.blur(summary, { relatedTarget: screen.getByRole('button') })),
    ]).toEqual([true, false, true, false])
  })
})

const doubt = 'We could not confirm that this was sent. Send again: X gets each reply only once.'
const standIn = 'The sandbox model wrote this. Rewrite it before you send it to the real X.'
const otherPost = 'The link belongs to another post. Get its content before you send.'
const elsewhere = { ...reviewed.form, tweet_url: `${link}9` }
const edited = draftReply(1, 'Mine', { generated: 'Its own' })
const answered = { answered_in: 't7' }

describe('warnings before the send', () => {
  it.each<[string, Given, string]>([
    ['a doubt', { draft: { doubted_ids: ['r2'] } }, doubt],
    [
      'a doubt about another provider',
      { draft: { doubted_ids: ['r2'] }, meta: { takes_expected: false } },
      'We could not confirm that this was sent. Look at History before you send again.',
    ],
    ['no doubt of others', { draft: { doubted_ids: ['r7'] } }, ''],
    ['a stand-in', { meta: { model_stand_in: true } }, standIn],
    [
      'a stand-in, partly edited',
      { meta: { model_stand_in: true }, draft: { replies: [edited, ...draftReplies.slice(1)] } },
      standIn,
    ],
    [
      'no stand-in where all is edited',
      { meta: { model_stand_in: true }, draft: { replies: [edited, draftReply(2, 'Too', { generated: 'x' })] } },
      '',
    ],
    ['another post', { draft: { form: elsewhere } }, otherPost],
    [
      'all of it, in this order',
      { meta: { model_stand_in: true }, draft: { doubted_ids: ['r1'], form: elsewhere } },
      doubt + standIn + otherPost,
    ],
    [
      'what the texts say',
      { draft: { replies: [draftReply(1, 'Ask @else'), draftReply(2, 'Two')] } },
      'Reply 1 contains a link or mentions somebody else.',
    ],
    [
      'what leaks',
      { findLeaks: (text) => (text === 'Two' ? ['leaks'] : []) },
      'Reply 2 repeats text from a character’s prompt.',
    ],
  ])('%s', (_what, given, words) => {
    expect(show(given).said()).toBe(twoOfThree + words)
  })

  it('do not concern another post if there is no reply, or no post', () => {
    expect(show({ draft: { replies: [], form: elsewhere } }).said()).toBe('Nothing to send yet.')
    expect(show({ draft: { post: undefined } }).said()).not.toContain(otherPost)
  })

  it.each<[string, Given, string]>([
    [
      'This account is inactive. Check it in Media Agent first.',
      { accounts: inactive(agents('ada')), draft: oneReply },
      '0 accounts',
    ],
    [
      'None of the 2 accounts is active. Check them in Media Agent first.',
      { accounts: inactive(agents('ada', 'bob')) },
      '0 accounts',
    ],
    [
      'Only 1 of 2 accounts is active, and each reply needs its own account.',
      { accounts: [...agents('ada'), ...inactive(three.slice(1, 2))] },
      '1 accountThis account sends one reply:@ada',
    ],
    [
      'Only 1 of 2 accounts is active, and each reply needs its own account.1 account can reply automatically.',
      { accounts: [...agents('ada'), ...inactive(three.slice(1, 2))], eligibility: eligible([named(1, 'allowed')]) },
      '1 accountThis account sends one reply:@ada',
    ],
    ['', { accounts: [] }, '0 accounts'],
    [
      'Only 1 of 2 accounts can still reply, and each reply needs its own account.1 account can reply automatically, 1 already answered this mention.',
      { accounts: three.slice(0, 2), eligibility: eligible([named(1, 'allowed'), named(2, 'allowed', answered)]) },
      '1 accountThis account sends one reply:@ada',
    ],
  ])('%s', (words, given, through) => {
    const count = given.draft === oneReply ? '1 reply' : '2 replies'
    expect(show(given).said()).toBe(`${count} to @ada through Launch, ${through}${words}`)
  })

  it.each<[string, Given]>([
    ['This account is inactive. Check it in Media Agent first.', { accounts: inactive(agents('ada')) }],
    [
      'This account cannot send another reply. Because of 1.',
      { eligibility: eligible([named(1, 'allowed', answered)]) },
    ],
    ['Because of 1.', { eligibility: eligible([named(1, 'allowed', { replied_in: 't8' })]) }],
    [
      'X may not accept this reply through its API. Because of 1.',
      { eligibility: eligible([named(1, 'uncertain', { replied_in: 't8' })]) },
    ],
    ['X may not accept this reply through its API. Because of 1.', { eligibility: eligible([named(1, 'uncertain')]) }],
    [
      'X will not accept this reply through its API. After sending, post it manually. A stranger.',
      { eligibility: eligible([]) },
    ],
    ['', { eligibility: eligible([named(1, 'allowed')]) }],
    [
      'This account is inactive. Check it in Media Agent first.',
      { accounts: inactive(agents('ada')), eligibility: eligible([]) },
    ],
  ])('solo: %s', (words, given) => {
    expect(show({ ...solo, ...given }).said()).toBe(soloSaid + words)
  })

  it.each<[string, Given]>([
    [
      '2 accounts can reply automatically, 1 only manually.',
      { eligibility: eligible([named(1, 'allowed'), named(2, 'allowed')]) },
    ],
    [
      '1 account can reply automatically, 2 only manually. X will not accept 1 of these replies through its API. After sending, post it manually.',
      { eligibility: eligible([named(1, 'allowed')]) },
    ],
    [
      '2 accounts can reply automatically, 1 only manually, 1 already replied, 1 has a queued reply.',
      {
        eligibility: eligible([named(1, 'allowed', { replied_in: 't8' }), named(2, 'allowed', { waiting_in: 't9' })]),
      },
    ],
  ])('batch: %s', (words, given) => {
    expect(show(given).said()).toBe(twoOfThree + words)
  })

  it.each<[string, Given]>([
    [
      '0 accounts can reply automatically, 3 already answered this mention.',
      { eligibility: eligible([1, 2, 3].map((id) => named(id, 'allowed', answered))) },
    ],
    ['', { eligibility: eligible([1, 2].map((id) => named(id, 'allowed', answered))) }],
    ['', { accounts: [], eligibility: eligible([]) }],
  ])('before there is a reply: "%s"', (words, given) => {
    expect(show({ ...given, draft: { replies: [] } }).said()).toBe(`Nothing to send yet.${words}`)
  })

  const onList = '@ada is on your do-not-reply list (You put them on the list). Remove them from the list to reply.'
  const declined = eligible([], { others: { verdict: 'refused', reason: onList }, declined: onList })
  it.each<[string, Given, string]>([
    ['solo', { ...solo, eligibility: declined }, `${soloSaid}Nothing will be sent. ${onList}`],
    ['solo without an agent', { ...solo, accounts: [], eligibility: declined }, `Nothing will be sent. ${onList}`],
    ['batch', { eligibility: declined }, `${twoOfThree}Nothing will be sent. ${onList}`],
    ['inactive', { accounts: inactive(three), eligibility: declined }, `0 accountsNothing will be sent. ${onList}`],
    ['before there is a reply', { eligibility: declined, draft: { replies: [] } }, `Nothing to send yet.${onList}`],
  ])('show that the author is on the do-not-reply list, and nothing about X: %s', (_when, given, words) => {
    const said = show(given).said()
    expect(said?.slice(-words.length)).toBe(words)
    expect(said).not.toMatch(/automatically|manually|X will|its own account/)
  })

  it('follow the replies', () => {
    const { flow, said } = show({ draft: { replies: [draftReply(1, 'Same words'), draftReply(2, 'Same words')] } })
    expect(said()).toContain('Replies 1 and 2 are nearly the same')
    act(() => flow.send({ type: 'reply.drop', reply_id: 'r1' }))
    expect(said()).toBe(`1 reply to @ada ${noneElse}One of these 3 active accounts sends the reply:@ada@bob@cyd`)
  })
})

describe('the button of the send bar', () => {
  it.each([
    ['batch', 'Batch Send'],
    ['solo', 'Solo Send'],
  ] as const)('in %s says "%s", sends on a click and is busy until that is answered', async (mode, name) => {
    const { user, flow, onSend, container } = show({ ...solo, mode })
    const button = screen.getByRole<HTMLButtonElement>('button', { name })
    expect([button.disabled, button.hasAttribute('aria-busy')]).toEqual([false, false])
    expect(container.querySelector('kbd')?.textContent).toBe('Ctrl ↵')
    await user.click(button)
    expect(onSend).toHaveBeenCalledTimes(1)
    const target = mode === 'batch' ? { group_name: 'Launch' } : { twitter_account_id: 1 }
    act(() => flow.send({ type: 'replies.send', target }))
    expect([button.disabled, button.getAttribute('aria-busy')]).toEqual([true, 'true'])
    expect(container.textContent).not.toContain(doubt)
    await act(() => flow.last('sendReplies').fail({ status: 400 }))
    await waitFor(() => expect([button.disabled, button.hasAttribute('aria-busy')]).toEqual([false, false]))
  })

  it('is disabled while there is nothing to send', () => {
    show({ draft: { replies: [] } })
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Batch Send' }).disabled).toBe(true)
  })

  it('is beside Undo and Redo, if there is something to undo or redo', async () => {
    const { mode, form, post, replies } = reviewed
    const step = [{ mode, form, post, replies, step: 'drop' as const }]
    show({ draft: { earlier: step } })
    await screen.findByRole('button', { name: 'Undo Drop' })
    show({ draft: { later: step } })
    await screen.findByRole('button', { name: 'Redo Drop' })
    show({ draft: { earlier: [], later: [] } })
    show()
    expect(screen.getAllByRole('button').map((each) => each.textContent || each.ariaLabel)).toEqual([
      'Undo Drop',
      'Batch Send',
      'Redo Drop',
      'Batch Send',
      'Batch Send',
      'Batch Send',
    ])
  })
})

const spending = spendingWith(5_000, 10_000)

describe('the price of a send', () => {
  const two = { accounts: [ada, bob].flatMap((each) => each ?? []) }
  const withLink = { replies: [draftReply(1, 'See example.org'), draftReply(2, 'Two')] }
  it.each<[string, string, Given]>([
    ['both replies', 'X charges about $0.03.', two],
    ['a reply with a link', 'X charges about $0.215 (1 of 2 replies has a link).', { ...two, draft: withLink }],
    ['as many as there are accounts', 'X charges about $0.015.', { accounts: agents('ada') }],
    [
      'those that the post calls',
      'X charges about $0.02.',
      { ...two, eligibility: eligible([named(1, 'allowed'), named(2, 'allowed')]) },
    ],
    [
      'where nobody needs to be called',
      'X charges about $0.03.',
      { ...two, eligibility: { ...ordered, order: [1, 2] } },
    ],
    [
      'what a person posts, as nothing',
      'X charges about $0.01.',
      { ...two, eligibility: eligible([named(1, 'allowed')]) },
    ],
    [
      'what X may refuse',
      'X charges about $0.025.',
      { ...two, eligibility: eligible([named(1, 'allowed'), named(2, 'uncertain')]) },
    ],
  ])('counts %s', async (_what, words, given) => {
    const { container } = show({ ...given, api: { getSpending: async () => spending } })
    expect((await screen.findByText(/^X charges/)).textContent).toBe(words)
    expect(container.textContent?.match(/X charges/g)).toHaveLength(1)
  })

  it.each<[string, Given]>([
    ['without replies', { draft: { replies: [] } }],
    ['without active accounts', { accounts: inactive(three) }],
    ['where a person posts all of it', { eligibility: eligible([]) }],
  ])('is not shown %s', async (_when, given) => {
    const getSpending = vi.fn(async () => spending)
    const { container } = show({ ...given, api: { getSpending } })
    show({ draft: oneReply, accounts: cyd ? [cyd] : [], api: { getSpending: async () => spending } })
    await screen.findByText('X charges about $0.015.')
    expect(getSpending).toHaveBeenCalledTimes(given.eligibility ? 1 : 0)
    expect(container.textContent).not.toContain('X charges')
  })
})
