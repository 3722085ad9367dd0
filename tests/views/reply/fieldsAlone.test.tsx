import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createActor } from 'xstate'
import { composerListsMachine } from '../../../src/machines/composerLists'
import type { Account } from '../../../src/schemas/accounts'
import type { ComposerForm, Draft } from '../../../src/schemas/draft'
import type { Group } from '../../../src/schemas/groups'
import { replyMessages } from '../../../src/schemas/replies'
import type { Role } from '../../../src/schemas/roles'
import { Checklist } from '../../../src/views/reply/Checklist'
import { ComposerFields, type ComposerFieldsProps } from '../../../src/views/reply/ComposerFields'
import type { Choice, Choices } from '../../../src/views/reply/choices'
import { useComposerForm } from '../../../src/views/reply/useComposerForm'
import { emptyDraft, fetched, link, reviewed } from '../../machines/samples'
import { agents, composerWith, spendingWith } from '../../support/composerAlone'
import { renderPart } from '../../support/renderPart'
import { sampleRole } from '../../support/serverFakes'

const mara: Role = { ...sampleRole, id: 5, learns_from_edits: true }
const jonas: Role = { ...mara, id: 6, name: 'Jonas', personality_traits: [], model_name: 'gpt-other' }
const launch: Group = { id: 7, name: 'Launch', description: 'Spring' }
const night: Group = { id: 8, name: 'Night', description: 'Late' }
const [ada, bob] = agents('ada', 'bob')
const accounts = [ada, bob].flatMap((each) => each ?? [])

const choiceOf = <T,>(items: T[], change: Partial<Choice<T>> = {}): Choice<T> => ({
  items,
  isLoading: false,
  isFailed: false,
  isEmpty: items.length === 0,
  reload: vi.fn(),
  ...change,
})
const loading = { isLoading: true, isEmpty: false }
const failed = { isFailed: true, isEmpty: false }

interface Given {
  draft?: Partial<Draft>
  form?: Partial<ComposerForm>
  choices?: Partial<Choices>
  inGroup?: Account[] | undefined
  mode?: 'batch' | 'solo'
  api?: object
}

const Fields = (props: Omit<ComposerFieldsProps, 'form'>) => (
  <ComposerFields {...props} form={useComposerForm(props.flow, props.mode, props.accountsInGroup?.length)} />
)

const show = ({ draft = emptyDraft, form, choices, inGroup, mode = 'batch', api }: Given = {}) => {
  const base = { ...reviewed, ...draft }
  const flow = composerWith({ ...base, mode, form: { ...base.form, ...form } })
  const all = {
    roles: choiceOf([mara, jonas]),
    groups: choiceOf([launch, night]),
    accounts: choiceOf(accounts),
    ...choices,
  }
  const sent = vi.spyOn(flow.actor, 'send')
  const view = renderPart(<Fields flow={flow.actor} mode={mode} choices={all} accountsInGroup={inGroup} />, { api })
  const kept = () => sent.mock.calls.flatMap(([event]) => (event.type === 'draft.change' ? [event.form] : []))
  return { ...view, flow, choices: all, kept }
}

const select = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name })
const optionsOf = (name: string) => [...select(name).options].map(({ value, text }) => [value, text])
const hintOf = (name: string) =>
  document.getElementById(select(name).getAttribute('aria-describedby') ?? '')?.textContent ?? undefined
const linkIn = (name: string) => screen.queryByRole('link', { name })?.getAttribute('href')

describe('what is chosen from', () => {
  it('stands in its order behind a prompt: characters with the first trait and the model, groups, agents', () => {
    show()
    expect(optionsOf('AI/Model')).toEqual([
      ['', 'Choose a character'],
      ['5', 'Mara · deadpan · gpt-test'],
      ['6', 'Jonas · gpt-other'],
    ])
    expect(optionsOf('Group')).toEqual([
      ['', 'Choose a group'],
      ['Launch', 'Launch'],
      ['Night', 'Night'],
    ])
    expect([select('AI/Model').disabled, select('Group').disabled]).toEqual([false, false])
    expect([hintOf('AI/Model'), hintOf('Group')]).toEqual([undefined, undefined])
    expect(screen.queryByRole('combobox', { name: 'Media Agent' })).toBeNull()
  })

  it('is, in solo, the agents, those that are not active too', () => {
    show({
      mode: 'solo',
      choices: {
        accounts: choiceOf([
          ...accounts.slice(0, 1),
          ...accounts.slice(1).map((each) => ({ ...each, is_active: false })),
        ]),
      },
    })
    expect(optionsOf('Media Agent')).toEqual([
      ['', 'Choose a media agent'],
      ['1', '@ada'],
      ['2', '@bob (inactive)'],
    ])
    expect([screen.queryByRole('combobox', { name: 'Group' }), screen.queryByLabelText('Count')]).toEqual([null, null])
  })

  it.each<[string, string, Given, string]>([
    [
      'no character',
      'AI/Model',
      { choices: { roles: choiceOf<Role>([]) } },
      'No AI roles found. Please create an AI Model first. Create AI Character',
    ],
    [
      'no group',
      'Group',
      { choices: { groups: choiceOf<Group>([]) } },
      'No groups found. Please create a group first. Create group',
    ],
    [
      'no agent',
      'Media Agent',
      { mode: 'solo', choices: { accounts: choiceOf<Account>([]) } },
      'No Media Agent found. Please create a group first. Add Media Agent',
    ],
  ])('says that there is %s, and leads to where one is made', (_what, label, given, hint) => {
    show(given)
    expect([hintOf(label), select(label).disabled, optionsOf(label)]).toEqual([hint, true, [['', 'No results.']]])
    const hrefs: Record<string, string> = {
      'AI/Model': '/admin/ai-character',
      Group: '/admin/group',
      'Media Agent': '/admin/media-agent',
    }
    expect(linkIn(hint.split('first. ')[1] ?? '')).toBe(hrefs[label])
  })

  it('says that it is loading, also of what is chosen', () => {
    show({
      form: { role_id: '5', group_name: 'Launch' },
      choices: { roles: choiceOf<Role>([], loading), groups: choiceOf<Group>([], loading) },
    })
    expect(optionsOf('AI/Model')).toEqual([
      ['', 'Loading...'],
      ['5', 'Loading...'],
    ])
    expect([select('Group').value, hintOf('Group'), hintOf('AI/Model')]).toEqual(['Launch', undefined, undefined])
  })

  it('says of what is gone that it was deleted', () => {
    show({ form: { role_id: '9', group_name: 'Gone' } })
    expect(optionsOf('AI/Model')[1]).toEqual(['9', 'A character that was deleted'])
    expect(optionsOf('Group')[1]).toEqual(['Gone', 'Gone'])
    expect([hintOf('AI/Model'), hintOf('Group')]).toEqual([
      undefined,
      'This group was deleted or renamed. Choose another.',
    ])
  })

  it('says so of an agent, and nothing of a group whose list is empty or holds it', () => {
    show({ mode: 'solo', form: { account_id: '9' } })
    expect(optionsOf('Media Agent')[1]).toEqual(['9', 'A media agent that was deleted'])
    const none = show({ form: { group_name: 'Gone' }, choices: { groups: choiceOf<Group>([]) } })
    expect(none.container.textContent).not.toContain('deleted or renamed')
    const held = show({ form: { group_name: 'Night' } })
    expect(held.container.textContent).not.toContain('deleted or renamed')
  })

  it.each([
    ['5', 1],
    ['', 0],
    ['9', 0],
  ])('stands beside the face of the chosen character (%s)', (role_id, faces) => {
    show({ form: { role_id } })
    expect(select('AI/Model').parentElement?.querySelectorAll('span svg')).toHaveLength(faces)
  })

  it.each([
    [true, false, [1, 0]],
    [false, true, [0, 1]],
    [true, true, [1, 1]],
  ])('of groups (%s) and accounts (%s) asks again for what could not be loaded', async (groups, others, times) => {
    const { choices, user } = show({
      choices: {
        groups: groups ? choiceOf<Group>([], failed) : choiceOf([launch]),
        accounts: others ? choiceOf<Account>([], failed) : choiceOf(accounts),
      },
    })
    expect([hintOf('Group'), hintOf('AI/Model')]).toEqual(['Try again', undefined])
    const button = screen.getByRole('button', { name: 'Try again' })
    expect(button.getAttribute('type')).toBe('button')
    await user.click(button)
    const reloads = [choices.groups.reload, choices.accounts.reload].map(
      (reload) => vi.mocked(reload).mock.calls.length,
    )
    expect(reloads).toEqual(times)
  })

  it('is kept by the name of its field', async () => {
    const batch = show()
    await batch.user.selectOptions(select('AI/Model'), '6')
    await batch.user.selectOptions(select('Group'), 'Night')
    expect(batch.kept()).toEqual([{ role_id: '6' }, { group_name: 'Night' }])
    expect([select('AI/Model').value, select('Group').value]).toEqual(['6', 'Night'])
    batch.unmount()
    const solo = show({ mode: 'solo' })
    await solo.user.selectOptions(select('Media Agent'), '2')
    expect([solo.kept(), select('Media Agent').value]).toEqual([[{ account_id: '2' }], '2'])
  })
})

describe('the count', () => {
  const count = () => screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Count' })
  const countHint = () => document.getElementById(count().getAttribute('aria-describedby') ?? '')?.textContent
  const many = (total: number) =>
    Array.from({ length: total }, (_, index) => ({ ...accounts[0], id: index }) as Account)

  it.each([
    [undefined, 'At least 1, at most the number of accounts in the group.', '1000'],
    [1, '1 to 1, the number of accounts in the group.', '1'],
    [1000, '1 to 1000, the number of accounts in the group.', '1000'],
    [1001, '1 to 1,000, the most that one send takes.', '1000'],
  ])('of a group with %s accounts has its limits', (total, hint, most) => {
    show({ inGroup: total === undefined ? undefined : many(total) })
    expect([countHint(), count().min, count().max]).toEqual([hint, '1', most])
  })

  it.each<[number, number, string[]]>([
    [0, 2, []],
    [1, 2, []],
    [2, 3, ['Use all 2 accounts']],
    [1001, 1001, ['Use all 1000 accounts']],
  ])('is with %i active of %i accounts set to all of them: %j', (active, total, names) => {
    show({ inGroup: many(total).map((each, index) => ({ ...each, is_active: index < active })) })
    expect(screen.queryAllByRole('button', { name: /^Use all/ }).map(({ textContent }) => textContent)).toEqual(names)
  })

  it('is the number of all active ones after a click, typed or stepped to, and kept as it stands', async () => {
    const { user, kept } = show({ inGroup: accounts, form: { group_name: 'Launch' } })
    const all = screen.getByRole<HTMLButtonElement>('button', { name: 'Use all 2 accounts' })
    expect(hintOf('Group')).toBe('2 accounts in this group, 2 active.')
    expect([all.disabled, count().value]).toEqual([false, '1'])
    await user.click(all)
    expect([all.disabled, count().value, kept().at(-1)]).toEqual([true, '2', { count: '2' }])
    await user.clear(count())
    expect([all.disabled, count().value, kept().at(-1)]).toEqual([false, '', { count: '' }])
    await user.type(count(), '4')
    expect([count().value, kept().at(-1)]).toEqual(['4', { count: '4' }])
    await user.click(screen.getByRole('button', { name: 'One reply less' }))
    expect([count().value, kept().at(-1)]).toEqual(['2', { count: '2' }])
  })

  it('says how many of the group are there and active', () => {
    show({ inGroup: accounts.slice(0, 1).map((each) => ({ ...each, is_active: false })) })
    expect(hintOf('Group')).toBe('1 account in this group, 0 active.')
  })
})

describe('Preview', () => {
  const filled = { draft: reviewed, form: { role_id: '5', group_name: 'Launch', count: '2' }, inGroup: accounts }
  const preview = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Preview' })

  it('asks for as many replies as the count says, by the chosen character', async () => {
    const { flow, user } = show(filled)
    expect(screen.getByRole('form', { name: 'Reply' })).toHaveProperty('noValidate', true)
    expect(preview().type).toBe('submit')
    await user.click(preview())
    await waitFor(() =>
      expect(flow.inputs('generateReplies')).toEqual([{ tweet_id: fetched.tweet_id, role_id: 5, count: 2 }]),
    )
    const busy = screen.getByRole<HTMLButtonElement>('button', { name: replyMessages.processing })
    expect([busy.disabled, busy.getAttribute('aria-busy')]).toEqual([true, 'true'])
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect([preview().disabled, preview().hasAttribute('aria-busy')]).toEqual([false, false])
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
  })

  it('is busy in solo, too, and not while the content is fetched, when it is disabled once that is felt', async () => {
    const { flow, user } = show({ ...filled, mode: 'solo', form: { role_id: '5', account_id: '1', count: '7' } })
    await user.click(preview())
    await screen.findByRole('button', { name: replyMessages.processing })
    expect(flow.inputs('generateReplies')).toEqual([{ tweet_id: fetched.tweet_id, role_id: 5, count: 1 }])
    act(() => flow.send({ type: 'request.cancel' }))
    act(() => flow.send({ type: 'content.fetch', tweet_url: link }))
    expect(preview().disabled).toBe(false)
    await waitFor(() => expect(preview().disabled).toBe(true))
    expect(preview().hasAttribute('aria-busy')).toBe(false)
    screen.getByRole('button', { name: 'Cancel' })
    await act(() => flow.last('fetchContent').fail({ status: 503 }))
    act(() => flow.send({ type: 'replies.send', target: { twitter_account_id: 1 }, senders: [] }))
    await waitFor(() => expect(preview().disabled).toBe(true))
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
  })

  it('says why it failed, and tries again from there', async () => {
    const { flow, user } = show(filled)
    await user.click(preview())
    await waitFor(() => expect(flow.calls('generateReplies')).toHaveLength(1))
    await act(() => flow.last('generateReplies').fail({ status: 502, detail: 'No model answered' }))
    screen.getByText('No model answered')
    const again = screen.getByRole<HTMLButtonElement>('button', { name: 'Try again' })
    expect([again.type, again.disabled]).toEqual(['submit', false])
    await user.click(again)
    await waitFor(() => expect(flow.calls('generateReplies')).toHaveLength(2))
  })

  it('says of each field what it lacks, until that field changes', async () => {
    const { user } = show({ form: { count: '' } })
    await user.click(preview())
    await screen.findByText(replyMessages.linkRequired)
    const lacks = [
      replyMessages.linkRequired,
      replyMessages.roleRequired,
      replyMessages.groupRequired,
      replyMessages.countMinimum,
    ]
    const said = () => lacks.map((text) => screen.queryByText(text) !== null)
    expect(said()).toEqual([true, true, true, true])
    await user.selectOptions(select('AI/Model'), '5')
    expect(said()).toEqual([true, false, true, true])
    await user.selectOptions(select('Group'), 'Night')
    expect(said()).toEqual([true, false, false, true])
    await user.type(screen.getByLabelText('Count'), '2')
    expect(said()).toEqual([true, false, false, false])
    await user.type(screen.getByLabelText('X post link'), '1')
    expect(said()).toEqual([false, false, false, false])
  })

  it('leaves the focus to the link once the draft is cleared', async () => {
    const { user } = show(filled)
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    expect(document.activeElement).toBe(screen.getByLabelText('X post link'))
    expect([select('AI/Model').value, select('Group').value, screen.getByLabelText('Count')]).toEqual([
      '',
      '',
      expect.objectContaining({ value: '1' }),
    ])
  })
})

describe('the link', () => {
  const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'X post link' })
  const get = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Get Content' })
  const note = () => document.getElementById(field().getAttribute('aria-describedby') ?? '')?.textContent

  it('is typed into a field for addresses, and kept', async () => {
    const { user, kept } = show()
    expect([field().inputMode, field().autocomplete, field().getAttribute('spellcheck'), field().placeholder]).toEqual([
      'url',
      'off',
      'false',
      'https://x.com/name/status/123',
    ])
    await user.click(field())
    await user.paste(link)
    expect(kept()).toEqual([{ tweet_url: link }])
  })

  it('is fetched by its button, which is busy until the content is there', async () => {
    const { user, flow } = show({ form: { tweet_url: link } })
    await user.click(get())
    expect(flow.inputs('fetchContent')).toEqual([{ tweet_url: link }])
    expect([get().disabled, get().getAttribute('aria-busy')]).toEqual([true, 'true'])
    await act(() => flow.last('fetchContent').answer(fetched))
    expect([get().disabled, get().hasAttribute('aria-busy'), note()]).toEqual([false, false, replyMessages.fetched])
    const live = document.getElementById(field().getAttribute('aria-describedby') ?? '')?.closest('[aria-live]')
    expect([live?.getAttribute('aria-live'), field().hasAttribute('aria-invalid')]).toEqual(['polite', false])
  })

  it('cannot be fetched anew once another wait is felt', async () => {
    const { flow } = show({ draft: reviewed, form: { role_id: '5' } })
    act(() => flow.send({ type: 'reply.add', role_id: 5 }))
    expect(get().disabled).toBe(false)
    await waitFor(() => expect(get().disabled).toBe(true))
    expect(get().hasAttribute('aria-busy')).toBe(false)
  })

  it('is not asked about while something else is under way', async () => {
    const { flow, user } = show({ draft: reviewed, form: { tweet_url: 'no link' } })
    act(() => flow.send({ type: 'reply.add', role_id: 5 }))
    await user.click(get())
    expect(screen.queryByText(replyMessages.linkInvalid)).toBeNull()
  })

  it.each([
    ['Enter', { key: 'Enter' }, 1],
    ['another key', { key: 'a' }, 0],
    ['Ctrl+Enter', { key: 'Enter', ctrlKey: true }, 0],
    ['Cmd+Enter', { key: 'Enter', metaKey: true }, 0],
    ['the Enter that ends a word', { key: 'Enter', isComposing: true }, 0],
  ])('is fetched by %s or not', async (_key, keys, times) => {
    const { flow } = show({ form: { tweet_url: link } })
    expect(fireEvent.keyDown(field(), keys)).toBe(times === 0)
    await act(async () => undefined)
    await waitFor(() => expect(flow.inputs('fetchContent')).toHaveLength(times))
  })

  it('has a price once it is typed, until its post was read', async () => {
    const { flow, container } = show({ api: { getSpending: async () => spendingWith(5_000, 10_000) } })
    const isPriced = () => container.textContent?.includes('Get Content costs about $0.015')
    const type = (tweet_url: string) => act(() => flow.send({ type: 'draft.change', form: { tweet_url } }))
    expect(isPriced()).toBe(false)
    type(link)
    await waitFor(() => expect(isPriced()).toBe(true))
    type(' ')
    expect(isPriced()).toBe(false)
    type(link)
    await waitFor(() => expect(isPriced()).toBe(true))
    act(() => flow.send({ type: 'content.fetch', tweet_url: link }))
    await act(() => flow.last('fetchContent').answer(fetched))
    expect(isPriced()).toBe(false)
  })

  it('is refused where it names no post', async () => {
    const { flow, user } = show({ form: { tweet_url: 'https://example.org/7' } })
    get().focus()
    await user.click(get())
    await screen.findByText(replyMessages.linkInvalid)
    expect([flow.inputs('fetchContent'), field().getAttribute('aria-invalid')]).toEqual([[], 'true'])
    expect(document.activeElement).toBe(field())
  })

  it.each([
    [409, 'Connect an account first'],
    [404, 'X has no such post'],
    [503, 'X is away'],
  ])('says after %i why it brought nothing, and what to do', async (status, detail) => {
    const { flow, user } = show({ form: { tweet_url: link } })
    await user.click(get())
    await act(() => flow.last('fetchContent').fail({ status, detail }))
    expect([note(), field().getAttribute('aria-invalid')]).toEqual([replyMessages.fetchFailed, 'true'])
    const around = within(screen.getByText(detail).parentElement ?? document.body)
    if (status === 409) {
      expect(around.getByRole('link', { name: 'Add Media Agent' }).getAttribute('href')).toBe('/admin/media-agent')
      expect(around.queryByRole('button')).toBeNull()
    } else if (status === 404) {
      await user.click(around.getByRole('button', { name: 'Change the link' }))
      expect(document.activeElement).toBe(field())
      expect([field().selectionStart, field().selectionEnd]).toEqual([0, link.length])
    } else {
      await user.click(around.getByRole('button', { name: 'Try again' }))
      expect(flow.inputs('fetchContent')).toHaveLength(2)
    }
  })

  it('says what is wrong with it in place of why it brought nothing', async () => {
    const { flow, user } = show({ form: { tweet_url: link } })
    await user.click(get())
    await act(() => flow.last('fetchContent').fail({ status: 503, detail: 'X is away' }))
    fireEvent.change(field(), { target: { value: '' } })
    await user.click(get())
    await screen.findByText(replyMessages.linkRequired)
    expect([screen.queryByText('X is away'), note()]).toEqual([null, replyMessages.linkRequired])
  })

  it('comes into view once it was sent away', () => {
    const shown = vi.spyOn(Element.prototype, 'scrollIntoView')
    onTestFinished(() => shown.mockRestore())
    const { flow } = show({ form: { tweet_url: link } })
    act(() => flow.send({ type: 'draft.change', form: { role_id: '5' } }))
    expect(shown).not.toHaveBeenCalled()
    act(() => flow.send({ type: 'draft.change', form: { tweet_url: '' } }))
    expect(shown.mock.calls).toEqual([[{ block: 'nearest' }]])
    expect(shown.mock.contexts.map((row) => row instanceof Element && row.contains(field()))).toEqual([true])
    act(() => flow.send({ type: 'draft.change', form: { tweet_url: link } }))
    act(() => flow.send({ type: 'draft.change', form: { tweet_url: '' } }))
    expect(shown).toHaveBeenCalledTimes(2)
  })
})

describe('before the first reply', () => {
  const draw = (choices: Choices, sandbox: boolean) => {
    const lists = createActor(composerListsMachine, { input: undefined })
    const sent = vi.spyOn(lists, 'send').mockImplementation(() => undefined)
    const view = renderPart(<Checklist lists={lists} choices={choices} />, { meta: { sandbox } })
    return { ...view, sent }
  }
  const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  const none = { roles: choiceOf<Role>([]), groups: choiceOf<Group>([]), accounts: choiceOf<Account>([]) }

  it('stand the steps in their order, each with its number and where it leads', () => {
    draw(none, false)
    screen.getByRole('region', { name: 'Before the first reply' })
    expect(rows()).toEqual([
      '1Create a groupA set of accounts to post through.',
      '2Connect media agentsX accounts: by X’s own page, with their keys, or from a CSV file.',
      '3Create an AI characterThe persona that writes the replies, and its model.',
    ])
    expect(screen.getAllByRole('link').map((each) => each.getAttribute('href'))).toEqual([
      '/admin/group',
      '/admin/media-agent',
      '/admin/ai-character',
    ])
    expect(screen.getByText('1').getAttribute('aria-hidden')).toBe('true')
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('stands what is done as done', () => {
    draw({ ...none, accounts: choiceOf(accounts) }, false)
    expect(rows()[1]).toBe(
      'Connect media agents (done)X accounts: by X’s own page, with their keys, or from a CSV file.',
    )
    const drawn = screen.getAllByRole('listitem').map((row) => row.querySelector('svg')?.getAttribute('aria-hidden'))
    expect(drawn).toEqual([undefined, 'true', undefined])
    expect(screen.queryAllByRole('link')).toHaveLength(2)
  })

  it('loads sample data in the sandbox', async () => {
    const { user, sent } = draw(none, true)
    screen.getByText('A group, accounts that the sandbox accepts, and characters to try everything with.')
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Load sample data' })
    expect([button.disabled, button.hasAttribute('aria-busy')]).toEqual([false, false])
    await user.click(button)
    expect(sent.mock.calls).toEqual([[{ type: 'sample.load' }]])
  })

  it('is busy while it is loaded', () => {
    const lists = createActor(composerListsMachine, {
      snapshot: composerListsMachine.resolveState({ value: 'loadingSample', context: {} }),
      input: undefined,
    })
    renderPart(<Checklist lists={lists} choices={none} />, { meta: { sandbox: true } })
    expect(screen.getByRole('button').getAttribute('aria-busy')).toBe('true')
  })
})
