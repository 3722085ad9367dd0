import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { Draft } from '../../../src/schemas/composer/draft'
import type { Eligibility, EligibilityVerdict } from '../../../src/schemas/composer/eligibility'
import type { Meta } from '../../../src/schemas/system'
import { holdsSendsKey } from '../../../src/services/storage/storageKeys'
import { SendBar, type SendBarProps } from '../../../src/views/composer/SendBar'
import { draftReplies, link, reviewed } from '../../machines/samples'
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
      onClear={vi.fn()}
      {...props}
    />,
    { meta, api },
  )
  const said = () => {
    const bar = view.container.cloneNode(true) as HTMLElement
    bar.querySelector('[title="Send options"]')?.parentElement?.remove()
    return bar.textContent?.replace(/Ctrl ↵(Batch|Solo) Send$/, '')
  }
  return { ...view, flow, onSend, said }
}

const oneReply = { replies: draftReplies.slice(0, 1) }
const ordered = eligible([], { rule: 'open', others: { verdict: 'allowed', reason: 'Exempt.' }, order: [3, 1, 2] })
const solo: Given = { mode: 'solo', draft: oneReply, accounts: agents('ada') }
const bothPost = 'by 2 of 3 accountsShow names@ada@bob@cyd'
const posted = `2 will be posted now ${bothPost}`

describe('the verdict of the send bar', () => {
  it.each<[string, Given, string]>([
    ['without replies', { draft: { replies: [] } }, 'Nothing to send yet.'],
    ['for two of three', {}, `2 will be posted now${bothPost}`],
    ['without a group', { groupName: '' }, 'Choose a group to send through.'],
    ['solo', solo, '1 will be posted nowby @ada'],
    ['solo without an account', { ...solo, accounts: [] }, 'Choose an account to send through.'],
  ])('%s', (_when, given, words) => {
    expect(show(given).said()).toBe(words)
  })

  it('counts down while Undo send is on, which another provider does not offer', () => {
    localStorage.setItem(holdsSendsKey, 'true')
    expect([show(solo).said(), show({ ...solo, meta: { takes_expected: false } }).said()]).toEqual([
      '1 will be posted in 5 secondsby @ada',
      '1 will be posted nowby @ada',
    ])
  })

  it.each([
    [27, '@a27'],
    [28, '@a27and 1 more'],
    [31, '@a27and 4 more'],
  ])('of %i accounts names 3, and 24 others at most on request', (count, end) => {
    const accounts = agents(...Array.from({ length: count }, (_, index) => `a${index + 1}`))
    const replies = accounts.map(({ id }) => draftReply(Number(id), `Reply of account ${'x'.repeat(Number(id))}`))
    const { said } = show({ accounts, draft: { replies } })
    expect(said()).toContain(`and ${count - 3} more@a4`)
    expect(said()).toContain(end)
    expect(screen.getAllByRole('listitem', { hidden: true })).toHaveLength(count === 27 ? 24 : 25)
  })

  it('names the accounts until Escape is pressed, or something else has the focus', () => {
    show()
    const summary = screen.getByText('Show names')
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
      isOpenAfter(() => fireEvent.blur(summary, { relatedTarget: screen.getByRole('button', { name: 'Batch Send' }) })),
    ]).toEqual([true, false, true, false])
  })
})

const doubt = 'We could not confirm that this was sent. Send again: X gets each reply only once.'
const standIn = 'The sandbox model wrote this. Rewrite it before you send it to the real X.'
const otherPost = 'The link belongs to another post. Get its content before you send.'
const elsewhere = { ...reviewed.form, tweet_url: `${link}9` }
const edited = draftReply(1, 'Mine', { generated: 'Its own' })

describe('warnings before the send', () => {
  it.each<[string, Given, string]>([
    ['a doubt', { draft: { doubted_ids: ['r2'] } }, doubt],
    [
      'a doubt about another provider',
      { draft: { doubted_ids: ['r2'] }, meta: { takes_expected: false } },
      'We could not confirm that this was sent. Look at History before you send again.',
    ],
    ['no doubt of others', { draft: { doubted_ids: ['r7'] } }, `2 will be posted now${bothPost}`],
    ['a stand-in', { meta: { model_stand_in: true } }, standIn + posted],
    [
      'a stand-in, partly edited',
      { meta: { model_stand_in: true }, draft: { replies: [edited, ...draftReplies.slice(1)] } },
      standIn + posted,
    ],
    [
      'no stand-in where all is edited',
      { meta: { model_stand_in: true }, draft: { replies: [edited, draftReply(2, 'Too', { generated: 'x' })] } },
      `2 will be posted now${bothPost}`,
    ],
    ['another post', { draft: { form: elsewhere } }, otherPost],
    [
      'all of it, in this order',
      { meta: { model_stand_in: true }, draft: { doubted_ids: ['r1'], form: elsewhere } },
      doubt + otherPost + standIn,
    ],
    [
      'what the texts say',
      { draft: { replies: [draftReply(1, 'Ask @else'), draftReply(2, 'Two')] } },
      `Reply 1 contains a link or mentions somebody else.${posted}`,
    ],
    [
      'what leaks',
      { findLeaks: (text) => (text === 'Two' ? ['leaks'] : []) },
      `Reply 2 repeats text from a character’s prompt.${posted}`,
    ],
  ])('%s', (_what, given, words) => {
    expect(show(given).said()).toBe(words)
  })

  it('do not concern another post if there is no reply, or no post', () => {
    expect(show({ draft: { replies: [], form: elsewhere } }).said()).toBe('Nothing to send yet.')
    expect(show({ draft: { post: undefined } }).said()).not.toContain(otherPost)
  })

  it('follow the replies', () => {
    const { flow, said } = show({ draft: { replies: [draftReply(1, 'Same words'), draftReply(2, 'Same words')] } })
    expect(said()).toContain('Replies 1 and 2 are nearly the same')
    act(() => flow.send({ type: 'reply.drop', reply_id: 'r1' }))
    expect(said()).toBe('1 will be posted nowby 1 of 3 accountsShow names@ada@bob@cyd')
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
    const names = screen.getAllByRole('button').map((each) => each.textContent || each.ariaLabel)
    expect(names.filter((name) => name !== 'Clear')).toEqual([
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
    ['both replies', ' · about $0.03', two],
    ['a reply with a link', ' · about $0.215 (1 of 2 replies has a link)', { ...two, draft: withLink }],
    [
      'those that the post calls',
      ' · about $0.02',
      { ...two, eligibility: eligible([named(1, 'allowed'), named(2, 'allowed')]) },
    ],
    ['where nobody needs to be called', ' · about $0.03', { ...two, eligibility: { ...ordered, order: [1, 2] } }],
    ['what a person posts, as nothing', ' · about $0.01', { ...two, eligibility: eligible([named(1, 'allowed')]) }],
    [
      'what X may refuse',
      ' · about $0.025',
      { ...two, eligibility: eligible([named(1, 'allowed'), named(2, 'uncertain')]) },
    ],
  ])('counts %s', async (_what, words, given) => {
    const { container } = show({ ...given, api: { getSpending: async () => spending } })
    expect((await screen.findByText(/about \$/)).textContent).toBe(words)
    expect(container.textContent?.match(/about \$/g)).toHaveLength(1)
  })

  it.each<[string, Given]>([
    ['without replies', { draft: { replies: [] } }],
    ['without active accounts', { accounts: inactive(three) }],
    ['where a person posts all of it', { eligibility: eligible([]) }],
  ])('is not shown %s', async (_when, given) => {
    const getSpending = vi.fn(async () => spending)
    const { container } = show({ ...given, api: { getSpending } })
    show({ draft: oneReply, accounts: cyd ? [cyd] : [], api: { getSpending: async () => spending } })
    await screen.findByText('· about $0.015')
    expect(getSpending).not.toHaveBeenCalled()
    expect(container.textContent).not.toContain('about $')
  })
})
