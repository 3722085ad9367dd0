import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { composerLists } from '../../../src/machines/composer/composer.actors'
import type { ReplyFlowRef } from '../../../src/machines/composer/replyFlow'
import type { Account } from '../../../src/schemas/accounts/accounts'
import type { Role } from '../../../src/schemas/characters/roles'
import * as words from '../../../src/schemas/composer/composer.words'
import type { ComposerForm, Draft, SendMode } from '../../../src/schemas/composer/draft'
import type { Eligibility } from '../../../src/schemas/composer/eligibility'
import type { Group } from '../../../src/schemas/groups/groups'
import type { Meta } from '../../../src/schemas/system'
import { Composer } from '../../../src/views/composer/Composer'
import { useScreenActor } from '../../../src/views/shell/screenActor'
import { CharacterFace } from '../../../src/views/ui/Face'
import { draftReplies, emptyDraft, fetched, link, reviewed } from '../../machines/samples'
import { agents, composerWith, draftReply } from '../../support/composerAlone'
import { renderPart } from '../../support/renderPart'
import { sampleRole } from '../../support/serverFakes'

const mara: Role = { ...sampleRole, id: 5, learns_from_edits: true }
const jonas: Role = { ...mara, id: 6, name: 'Jonas' }
const launch: Group = { id: 7, name: 'Launch', description: 'Spring' }
const crew = [...agents('ada', 'bob'), ...agents('cyd').map((each): Account => ({ ...each, id: 3, group: 'Night' }))]

interface Lists {
  roles?: Role[]
  groups?: Group[]
  accounts?: Account[] | 'loading' | 'failed'
  accountsSince?: Account[]
}

interface Given {
  draft?: Partial<Draft>
  form?: Partial<ComposerForm>
  lists?: Lists
  mode?: SendMode
  meta?: Partial<Meta>
  order?: Eligibility
}

const Alone = ({ flow, mode }: { flow: ReplyFlowRef; mode: SendMode }) => (
  <Composer flow={flow} mode={mode} lists={useScreenActor(composerLists)} />
)

const show = async ({ draft, form, lists = {}, mode = 'batch', meta, order }: Given = {}) => {
  const { roles = [mara, jonas], groups = [launch], accounts = crew, accountsSince } = lists
  const base = { ...reviewed, ...draft }
  const flow = composerWith({ ...base, mode, form: { ...base.form, ...form } })
  const getEligibility = vi.fn((asked: { query?: { group?: string } }) => {
    if (!order) return new Promise<Eligibility>(() => undefined)
    const orders = { Night: [3], Launch: order.order }
    return Promise.resolve({ ...order, order: orders[asked.query?.group as keyof typeof orders] })
  })
  const listAccounts = vi.fn(async () => {
    if (accounts === 'failed') throw new Error('away')
    if (accountsSince && listAccounts.mock.calls.length > 1) return accountsSince
    return accounts === 'loading' ? new Promise<Account[]>(() => undefined) : accounts
  })
  const api = {
    listRoles: async () => roles,
    listGroups: async () => groups,
    listAccounts,
    getEligibility,
  }
  const view = renderPart(<Alone flow={flow.actor} mode={mode} />, { api, meta })
  if (roles.length > 0) await screen.findByRole('option', { name: `${roles[0]?.name} · deadpan · gpt-test` })
  else await screen.findByText(/^No AI roles found/)
  const bar = () => screen.getByRole('region', { name: 'Send' }).textContent
  return { ...view, flow, bar, getEligibility, listAccounts }
}

const ready = (form: Partial<ComposerForm> = {}): Given => ({ form: { role_id: '5', group_name: 'Launch', ...form } })
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const label = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const isChecklist = () => screen.queryByRole('region', { name: 'Before your first reply' }) !== null
const card = (number: number) => within(screen.getByRole('group', { name: `Reply ${number}` }))

describe('the composer', () => {
  it('leaves the focus on the link when the draft is cleared', async () => {
    const { user } = await show(ready({ count: '2' }))
    await user.click(button('Clear'))
    expect(document.activeElement).toBe(label('X post link'))
    expect(['AI/Model', 'Group', 'Count'].map((name) => label(name).value)).toEqual(['', '', '1'])
  })

  it.each(['/', 'c'])('selects the link with %s', async (key) => {
    const { user } = await show(ready())
    await user.keyboard(key)
    const field = label('X post link')
    expect(document.activeElement).toBe(field)
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, field.value.length])
  })

  it.each<[string, Given, boolean]>([
    ['no character', { draft: emptyDraft, lists: { roles: [] } }, true],
    ['no group', { draft: emptyDraft, lists: { groups: [] } }, true],
    ['no account', { draft: emptyDraft, lists: { accounts: [] } }, true],
    ['all of them', { draft: emptyDraft }, false],
    ['accounts that are loading', { draft: emptyDraft, lists: { accounts: 'loading' } }, false],
    ['a post', { draft: { ...emptyDraft, post: fetched }, lists: { groups: [] } }, false],
    ['replies', { draft: { post: undefined }, lists: { groups: [] } }, false],
  ])('with %s shows the steps before the first reply, or the lists: %j', async (_what, given, checklist) => {
    await show(given)
    await waitFor(() => expect(isChecklist()).toBe(checklist))
    expect(screen.queryByRole('region', { name: 'Preview comments' }) !== null).toBe(!checklist)
  })

  it.each<[string, Given, string]>([
    ['no group', {}, '5000'],
    ['a group', ready(), '2'],
    ['accounts that are loading', { ...ready(), lists: { accounts: 'loading' } }, '5000'],
    ['accounts that are not there', { ...ready(), lists: { accounts: 'failed' } }, '5000'],
  ])('with %s limits the count', async (_what, given, most) => {
    await show(given)
    await waitFor(() => expect(label('Count').max).toBe(most))
    expect(button('Add one more').disabled).toBe(most === '2')
  })

  it.each<[string, Given, string]>([
    ['the group', ready(), '2 will be posted nowby @'],
    ['no group', {}, 'Choose a group to send through.'],
    [
      'the agent',
      { mode: 'solo', form: { account_id: '3' }, draft: { replies: draftReplies.slice(0, 1) } },
      '1 will be posted nowby @cyd',
    ],
    ['no agent', { mode: 'solo' }, 'Choose an account to send through.'],
  ])('sends through %s', async (_what, given, words) => {
    const { bar } = await show(given)
    await waitFor(() => expect(bar()).toMatch(new RegExp(`^${words}`)))
  })

  it('shows the face of the character that wrote a reply, or of the chosen one if that is unknown', async () => {
    const replies = [draftReply(1, 'One', { role_id: 6 }), draftReply(2, 'Two'), draftReply(3, 'Three', { role_id: 9 })]
    await show({ draft: { replies }, form: { role_id: '5' } })
    const faceOf = (root: Element | null) => root?.querySelector('svg')?.innerHTML
    const faces = [1, 2, 3].map((number) => faceOf(screen.getByRole('group', { name: `Reply ${number}` })))
    const look = (name: string) => faceOf(render(<CharacterFace name={name} />).container)
    expect(faces).toEqual([look('Jonas'), look('Mara'), look('')])
  })

  it("finds its characters' prompts in replies", async () => {
    const { bar } = await show({
      draft: { replies: [draftReply(1, 'Repairs signs.'), draftReply(2, 'At most 200 characters')] },
    })
    await waitFor(() => expect(bar()).toContain('repeats text from a character’s prompt.'))
    expect(screen.getAllByRole('group', { name: /^Reply/ })[1]?.textContent).toContain('This reply repeats')
  })

  it('requires a character before it adds or rewrites, and uses the chosen one for both', async () => {
    const { user, flow } = await show()
    await user.click(button('Add one more'))
    await screen.findByText(words.roleRequired)
    expect([document.activeElement, flow.inputs('generateReplies')]).toEqual([label('AI/Model'), []])
    await user.selectOptions(label('AI/Model'), '6')
    await user.click(button('Add one more'))
    await waitFor(() =>
      expect(flow.inputs('generateReplies')).toEqual([{ tweet_id: fetched.tweet_id, role_id: 6, count: 1 }]),
    )
    await act(() => flow.last('generateReplies').answer({ replies: [{ reply_id: 'r9', content: 'Nine' }] }))
    await user.click(card(2).getByRole('button', { name: 'Rewrite' }))
    await waitFor(() => expect(flow.inputs('generateReplies')).toHaveLength(2))
    expect(flow.card('r2').getSnapshot().matches({ text: 'rewriting' })).toBe(true)
    expect(flow.inputs('generateReplies')[1]).toEqual({ tweet_id: fetched.tweet_id, role_id: 6, count: 1 })
  })

  it('gets the content of a post of the sandbox, whatever the field contained', async () => {
    const meta = { sample_posts: { mention: '11', stranger: '12' } }
    const { user, flow } = await show({ draft: emptyDraft, meta })
    await user.click(button('Get Content'))
    await screen.findByText(words.linkRequired)
    await user.click(button('Try a stranger’s post'))
    expect(flow.inputs('fetchContent')).toEqual([{ tweet_url: 'https://x.com/i/status/12' }])
    expect([label('X post link').value, screen.queryByText(words.linkRequired)]).toEqual([
      'https://x.com/i/status/12',
      null,
    ])
  })

  it('opens the dialog of the edited reply', async () => {
    const { user } = await show()
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.click(card(1).getByRole('button', { name: 'Edit' }))
    await screen.findByRole('dialog', { name: 'Reply Content' })
  })
})

describe('a send of the composer', () => {
  it('uses the chosen group, with the named account for each reply', async () => {
    const { user, flow } = await show(ready())
    await user.click(button('Batch Send'))
    expect(flow.inputs('sendReplies')).toEqual([
      {
        mode: 'batch',
        body: { reply_ids: ['r1', 'r2'], group_name: 'Launch' },
        expected: [{ content: 'One' }, { content: 'Two' }],
      },
    ])
  })

  it.each([
    ['batch', 'Batch Send', words.groupRequired, 'Group'],
    ['solo', 'Solo Send', words.agentRequired, 'Media Agent'],
  ] as const)('in %s asks through whom', async (mode, name, words, field) => {
    const { user, flow } = await show({ mode })
    await user.click(button(name))
    await screen.findByText(words)
    expect([document.activeElement, flow.inputs('sendReplies')]).toEqual([label(field), []])
  })

  it('goes, in solo mode, through the chosen agent by Ctrl+Enter, but not behind a window', async () => {
    const { flow } = await show({ mode: 'solo', form: { account_id: '2' } })
    const press = () => fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true })
    const window = render(<div role="dialog" aria-modal="true" />)
    press()
    window.unmount()
    expect(flow.inputs('sendReplies')).toEqual([])
    fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true, shiftKey: true })
    expect(flow.inputs('sendReplies')).toEqual([])
    press()
    expect(flow.inputs('sendReplies')).toEqual([
      { mode: 'solo', body: { reply_id: 'r1', twitter_account_id: 2 }, expected: [{ content: 'One' }] },
    ])
  })

  it('requests nothing if there is nothing to send', async () => {
    await show({ draft: emptyDraft })
    fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true })
    await act(async () => undefined)
    expect(screen.queryByText(words.groupRequired)).toBeNull()
  })

  const send = async () => {
    const shown = await show(ready())
    const { user, flow } = shown
    await user.click(button('Batch Send'))
    return { ...shown, arrive: () => act(() => flow.last('sendReplies').answer({})) }
  }

  it('passes the focus of its button to its replacement, and back to the link', async () => {
    const { user, flow, arrive } = await send()
    await arrive()
    const sent = await screen.findByRole('region', { name: 'Sent' })
    await waitFor(() => expect(document.activeElement).toBe(sent))
    expect([sent.tabIndex, screen.queryByRole('region', { name: 'Send' })]).toEqual([-1, null])
    await user.click(await within(sent).findByRole('button', { name: 'Done' }))
    expect([document.activeElement, flow.context().sent]).toEqual([label('X post link'), undefined])
    screen.getByRole('region', { name: 'Send' })
  })

  it('does not take the focus from a field in use', async () => {
    const { user, arrive } = await send()
    await user.type(label('X post link'), '9')
    await arrive()
    await screen.findByRole('region', { name: 'Sent' })
    expect(document.activeElement).toBe(label('X post link'))
  })

  it('does not take the focus if it was sent before the page was there', async () => {
    await show({ draft: { ...emptyDraft, sent: { mode: 'batch' } } })
    await screen.findByRole('region', { name: 'Sent' })
    expect(document.activeElement).toBe(document.body)
  })
})

describe('the order of a batch', () => {
  const others = { verdict: 'allowed' as const, reason: 'Exempt.' }
  const eligibility: Eligibility = { rule: 'open', allowed: 3, uncertain: 0, refused: 0, accounts: [], others }
  const order: Eligibility = { ...eligibility, order: [2, 1] }
  const known = { post: { ...fetched, eligibility } }

  it('is loaded for the post and the group, and shown at each reply', async () => {
    const { user, bar, flow, getEligibility } = await show({ ...ready(), draft: known, order })
    await waitFor(() => expect(bar()).toContain('by @bob, @ada'))
    expect(getEligibility.mock.calls).toEqual([
      [expect.objectContaining({ params: { tweetId: fetched.tweet_id }, query: { group: 'Launch' } })],
    ])
    card(1).getByText('as @bob')
    card(2).getByText('as @ada')
    await user.click(button('Batch Send'))
    expect(flow.inputs('sendReplies')).toEqual([
      expect.objectContaining({
        expected: [
          { content: 'One', account_id: 2 },
          { content: 'Two', account_id: 1 },
        ],
      }),
    ])
  })

  it('is loaded again, with the accounts, if it contains an unknown account, which is named afterwards', async () => {
    const { user, bar, flow, getEligibility, listAccounts } = await show({
      ...ready(),
      draft: known,
      lists: { accounts: crew.slice(0, 1), accountsSince: crew },
      order,
    })
    await waitFor(() => expect(bar()).toContain('by @bob, @ada'))
    card(1).getByText('as @bob')
    expect([getEligibility.mock.calls.length, listAccounts.mock.calls.length]).toEqual([2, 2])
    await user.click(button('Batch Send'))
    expect(flow.inputs('sendReplies')).toHaveLength(1)
  })

  it('prevents sending while it contains an unknown account, with the reason', async () => {
    const { user, bar, flow, getEligibility, listAccounts } = await show({
      ...ready(),
      draft: known,
      lists: { accounts: crew.slice(0, 1) },
      order,
    })
    await waitFor(() => expect(bar()).toContain('The accounts of this group have changed'))
    expect(button('Batch Send').disabled).toBe(true)
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(getEligibility).toHaveBeenCalledTimes(2))
    await act(async () => undefined)
    expect(flow.inputs('sendReplies')).toEqual([])
    expect([getEligibility.mock.calls.length, listAccounts.mock.calls.length]).toEqual([2, 2])
  })

  it('is loaded again when the replies change, and marks those that repeat a post of their account, which they keep', async () => {
    const repeats = [{ content: 'Two', account_id: 1, username: '@ada', posted_at: '2026-11-24T12:59:00.000Z' }]
    const { user, bar, getEligibility } = await show({ ...ready(), draft: known, order: { ...order, repeats } })
    await waitFor(() => expect(bar()).toContain('by @bob, @ada'))
    const warning = 'Reply 1 repeats a post of its account from the last 24 hours. X rejects repeats.'
    expect(bar()).toContain('Reply 2 repeats a post of its account')
    expect([bar()?.includes(warning), getEligibility.mock.calls.length]).toEqual([false, 1])
    await user.click(card(1).getByRole('button', { name: 'Drop' }))
    expect(bar()).toContain(warning)
    await waitFor(() => expect(getEligibility).toHaveBeenCalledTimes(2))
  })

  it('changes for another group, and is empty without a group, when all accounts count', async () => {
    const { user, bar, getEligibility } = await show({
      ...ready(),
      draft: known,
      lists: { groups: [launch, { ...launch, id: 8, name: 'Night' }] },
      order,
    })
    await waitFor(() => expect(bar()).toContain('by @bob, @ada'))
    await user.selectOptions(label('Group'), 'Night')
    await waitFor(() => expect(getEligibility.mock.lastCall).toMatchObject([{ query: { group: 'Night' } }]))
    await user.selectOptions(label('Group'), '')
    await waitFor(() => expect(getEligibility.mock.lastCall).toMatchObject([{ query: { group: '' } }]))
    expect([bar()?.startsWith('Choose a group to send through.'), getEligibility.mock.calls.length]).toEqual([true, 3])
  })

  it.each<[string, Given]>([
    ['where the server judges no post', ready()],
    ['where the group is empty', { ...ready(), draft: known, lists: { accounts: crew.slice(2) } }],
    ['without a post', { ...ready(), draft: { post: undefined } }],
  ])('is not requested for %s', async (_when, given) => {
    const asking = await show({ ...ready(), draft: known, order })
    await waitFor(() => expect(asking.getEligibility).toHaveBeenCalled())
    asking.unmount()
    const { getEligibility } = await show({ ...given, order })
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Send' })).not.toBeNull())
    await screen.findAllByText(/^Launch$|^@ada$/, { selector: 'option' })
    await act(async () => undefined)
    expect(getEligibility).not.toHaveBeenCalled()
  })

  it('is empty in solo mode, which shows whose replies X accepts now', async () => {
    const now: Eligibility = {
      ...eligibility,
      allowed: 0,
      refused: 3,
      others: { verdict: 'refused', reason: 'Blocked.' },
    }
    const { getEligibility } = await show({
      mode: 'solo',
      form: { account_id: '1', group_name: 'Launch' },
      draft: known,
      order: now,
    })
    await screen.findByText('0 accounts can reply automatically, 1 only manually')
    expect(getEligibility.mock.calls).toEqual([
      [expect.objectContaining({ params: { tweetId: fetched.tweet_id }, query: { group: '' } })],
    ])
  })

  it('counts all accounts while no group is chosen, and then those of the group', async () => {
    const empty = { id: 8, name: 'Empty', description: 'Autumn' }
    const { user } = await show({ draft: { ...known, replies: [] }, lists: { groups: [launch, empty] } })
    await screen.findByText('3 accounts can reply automatically')
    await user.selectOptions(label('Group'), 'Launch')
    await waitFor(() => expect(screen.queryByText('2 accounts can reply automatically')).not.toBeNull())
    await user.selectOptions(label('Group'), 'Empty')
    await waitFor(() => expect(screen.queryByText(/can reply automatically/)).toBeNull())
  })
})

it('another draft fills the fields', async () => {
  const { flow } = await show({ form: { role_id: '5', group_name: 'Launch' } })
  expect([label('X post link').value, label('AI/Model').value]).toEqual([link, '5'])
  act(() => flow.send({ type: 'mode.select', mode: 'batch' }))
  expect([label('X post link').value, label('AI/Model').value, label('Group').value]).toEqual(['', '', ''])
  act(() => flow.send({ type: 'draft.undo' }))
  expect([label('X post link').value, label('AI/Model').value, label('Group').value]).toEqual([link, '5', 'Launch'])
})
