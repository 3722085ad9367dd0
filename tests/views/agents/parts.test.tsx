import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useForm } from 'react-hook-form'
import { describe, expect, it, vi } from 'vitest'
import { createActor } from 'xstate'
import { bulkDeleteMachine } from '../../../src/machines/bulkDelete'
import { csvImportMachine } from '../../../src/machines/csvImport'
import { disclosureMachine } from '../../../src/machines/disclosure'
import { createResource } from '../../../src/machines/resource'
import type { StoredAccount } from '../../../src/schemas/accountEdit'
import { emptyAccountForm } from '../../../src/schemas/accountForm'
import { type Account, type AccountBody, accountMessages } from '../../../src/schemas/accounts'
import type { Connection, Consent, Movable } from '../../../src/schemas/connections'
import type { RejectedRow } from '../../../src/schemas/csvRows'
import { initialTableState, type TableState } from '../../../src/schemas/tableState'
import { ApiError } from '../../../src/services/api'
import { AccountStatus } from '../../../src/views/agents/AccountStatus'
import { AgentFilters } from '../../../src/views/agents/AgentFilters'
import AppGuide from '../../../src/views/agents/AppGuide'
import { BulkDeleteDialog } from '../../../src/views/agents/BulkDeleteDialog'
import { ConnectPanel } from '../../../src/views/agents/ConnectPanel'
import ConsentNotice from '../../../src/views/agents/ConsentNotice'
import { GroupField } from '../../../src/views/agents/GroupField'
import { GroupOffer } from '../../../src/views/agents/GroupOffer'
import { KeysGuide } from '../../../src/views/agents/KeysGuide'
import { MovePanel } from '../../../src/views/agents/MovePanel'
import { summary } from '../../../src/views/agents/summary'
import { row } from '../../machines/samples'
import { actorAt } from '../../support/actorAt'
import { closingIsQuestioned, textIn } from '../../support/renderConsole'
import { renderPart } from '../../support/renderPart'

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const click = (name: string) => userEvent.click(button(name))
const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent)
const options = (select: HTMLElement) =>
  within(select)
    .getAllByRole<HTMLOptionElement>('option')
    .map(({ text, value }) => [text, value])
const never = () => new Promise<never>(() => undefined)

describe('the sentence above the list of media agents', () => {
  const account = (id: number, group: string | null, is_active: boolean): Account => ({
    id,
    username: `@user${id}`,
    group,
    is_active,
    created_at: '2026-05-01T08:00:00.000Z',
  })
  it.each([
    [[], '0 accounts in 0 groups, 0 active.'],
    [[account(1, 'north', true)], '1 account in 1 group, 1 active.'],
    [
      [account(1, 'north', true), account(2, 'south', false), account(3, null, true), account(4, '', true)],
      '4 accounts in 2 groups, 3 active.',
    ],
    [
      Array.from({ length: 1500 }, (_, index) => account(index, 'north', index > 99)),
      '1,500 accounts in 1 group, 1,400 active.',
    ],
  ])('counts accounts, groups and who is active: %#', (accounts, sentence) => {
    expect(summary(accounts)).toBe(sentence)
  })
})

describe('what X says of an account', () => {
  const stored: StoredAccount = {
    id: 7,
    username: '@ada',
    group: null,
    is_active: true,
    created_at: '2026-05-01T08:00:00.000Z',
    x: { subscription: null, is_protected: null },
  }
  const told = () => Array.from(screen.getByRole('status').children, ({ textContent }) => textContent)
  const noPremium = 'It has no X Premium: X takes replies of up to 280 characters.'
  const longer = (name: string) =>
    `X ${name}: on X it may write more than 280 characters. Whether X takes them by API is not known, so replies are counted to 280 here, and a longer one is sent as it is.`
  const guarded =
    'Its posts are protected: only its followers see its replies. Change that on X, in its privacy settings.'

  it.each([
    [{}, ['ACTIVE', 'Check asks X whether the stored credentials still work.']],
    [{ x: undefined }, ['ACTIVE', 'Check asks X whether the stored credentials still work.']],
    [{ is_active: false, inactive_reason: 'X says Unauthorized' }, ['IN ACTIVE', 'X says Unauthorized']],
    [{ is_active: false, inactive_reason: null }, ['IN ACTIVE', 'X does not take this account.']],
    [
      { is_active: false, inactive_reason: null, x: { subscription: 'None', is_protected: false } },
      ['IN ACTIVE', 'X does not take this account.', noPremium],
    ],
    [
      { is_active: false, inactive_reason: null, x: { subscription: 'Basic', is_protected: true } },
      ['IN ACTIVE', 'X does not take this account.', guarded, longer('Basic')],
    ],
    [
      { is_active: false, inactive_reason: null, x: { subscription: 'PremiumPlus', is_protected: false } },
      ['IN ACTIVE', 'X does not take this account.', longer('Premium+')],
    ],
  ])('stands beside it: %j', (changes, texts) => {
    renderPart(<AccountStatus account={{ ...stored, ...changes }} />)
    expect(told()).toEqual(texts)
  })

  it('is asked for by its id, and told in the place of what was stored', async () => {
    let answer = (_: StoredAccount) => {}
    const verifyAccount = vi.fn(
      () =>
        new Promise<StoredAccount>((resolve) => {
          answer = resolve
        }),
    )
    renderPart(<AccountStatus account={{ ...stored, is_active: false, inactive_reason: 'Old' }} />, {
      api: { verifyAccount },
    })
    await click('Check')
    expect(button('Checking...').disabled).toBe(true)
    expect(verifyAccount.mock.calls).toEqual([[{ params: { accountId: 7 } }]])
    answer(stored)
    await screen.findByText('X takes these credentials.')
    expect([told()[0], button('Check').disabled]).toEqual(['ACTIVE', false])
    expect(screen.getByRole('link', { name: 'Inbox' }).getAttribute('href')).toBe('/admin/home/inbox?account=7')
  })
})

describe('the filters of the media agents', () => {
  const groups = [
    { name: 'north', size: 1200 },
    { name: '', size: 3 },
  ]
  const open = (changes: Partial<TableState> = {}) => {
    const told = vi.fn()
    render(
      <AgentFilters
        state={{ ...initialTableState, ...changes }}
        groups={groups}
        onGroup={(group) => told('group', group)}
        onStatus={(status) => told('status', status)}
        onSort={(column, descending) => told('sort', column, descending)}
      />,
    )
    const [group, status, order] = screen.getAllByRole<HTMLSelectElement>('combobox')
    if (!group || !status || !order) throw new Error('a filter is missing')
    return { told, group, status, order }
  }

  it.each([
    ['Newest first', 'created_at', true],
    ['Oldest first', 'created_at', false],
    ['User name A to Z', 'username', false],
    ['User name Z to A', 'username', true],
    ['Group A to Z', 'group', false],
    ['Group Z to A', 'group', true],
  ] as const)('order by %s', async (label, sort, descending) => {
    const { told, order } = open(sort === 'username' ? {} : { sort: 'username', descending: false })
    await userEvent.selectOptions(order, label)
    expect(told.mock.calls).toEqual([['sort', sort, descending]])
  })

  it.each([
    ['created_at', false, 'Oldest first'],
    ['username', true, 'User name Z to A'],
    ['group', false, 'Group A to Z'],
  ] as const)('show that they order by %s, descending %s', (sort, descending, label) => {
    expect(open({ sort, descending }).order.selectedOptions[0]?.text).toBe(label)
  })

  it('offer all groups, each with its size, and no group', async () => {
    const { told, group } = open({ group: 'north' })
    expect(options(group)).toEqual([
      ['All groups', ''],
      ['north (1,200)', ':north'],
      ['No group (3)', ':'],
    ])
    expect(group.value).toBe(':north')
    await userEvent.selectOptions(group, 'No group (3)')
    await userEvent.selectOptions(group, 'All groups')
    expect(told.mock.calls).toEqual([
      ['group', ''],
      ['group', null],
    ])
  })

  it.each([
    [null, 'All groups', ['All groups', 'north (1,200)', 'No group (3)']],
    ['', 'No group (3)', ['All groups', 'north (1,200)', 'No group (3)']],
    ['gone', 'gone (0)', ['All groups', 'north (1,200)', 'No group (3)', 'gone (0)']],
  ])('show that they leave out all but %j', (chosen, shown, offered) => {
    const { group } = open({ group: chosen })
    expect([group.selectedOptions[0]?.text, options(group).map(([text]) => text)]).toEqual([shown, offered])
  })

  it.each([
    ['Any status', 'any', 'inactive'],
    ['Active only', 'active', 'any'],
    ['Inactive only', 'inactive', 'active'],
  ] as const)('show %s', async (label, status, before) => {
    const { told, status: select } = open({ status: before })
    expect(select.value).toBe(before)
    await userEvent.selectOptions(select, label)
    expect(told.mock.calls).toEqual([['status', status]])
  })
})

it('the way to an app on X is told step by step, with the callback and the button’s name', () => {
  render(<AppGuide callback="https://desk.example/callback" action="Connect again" />)
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Make an app on X’s developer console. One is enough for all accounts.',
    'In its User authentication settings choose Read and write and Web App, Automated App or Bot, and enter this callback, letter by letter: https://desk.example/callback',
    'Copy the OAuth 2.0 Client ID and Client Secret, which X shows once. Give them to this server as X_CLIENT_ID and X_CLIENT_SECRET, and start it again.',
    'Come back here and press Connect again. X asks the account that is logged in there; its box Sensitive permissions requested has to be ticked.',
  ])
})

describe('the window of a deletion of several', () => {
  const accounts = createActor(createResource<Account, AccountBody>(accountMessages))
  const line = createActor(disclosureMachine)
  type At = Parameters<typeof actorAt<typeof bulkDeleteMachine>>
  const open = (value: At[1], changes: At[2] = {}) => {
    const { actor, sent } = actorAt(bulkDeleteMachine, value, { accounts, line, ...changes })
    render(<BulkDeleteDialog flow={actor} />)
    return sent
  }
  const ofOne = 'It is disconnected and its credentials are erased. Its posts stay on X.'
  const ofSeveral = 'They are disconnected and their credentials are erased. Their posts stay on X.'

  it.each([
    ['Are you sure you want to delete this Media Agent?', ofOne, [4]],
    ['Are you sure you want to delete 3 Media Agents?', ofSeveral, [4, 5, 6]],
  ])('asks: %s', async (question, detail, chosen) => {
    const sent = open('confirming', { chosen, queue: [1, 2] })
    const dialog = await screen.findByRole('alertdialog', { name: question })
    expect([within(dialog).queryByText(detail)?.textContent, within(dialog).queryByRole('img')]).toEqual([detail, null])
    await click('Delete')
    await click('Cancel')
    expect(sent).toEqual([{ type: 'delete.confirm' }, { type: 'dialog.cancel' }])
  })

  it.each([
    ['running', 'Deleting 1 Media Agent', ofOne, '1 of 1', null, '0 deleted, 0 failed, of 1', { queue: [4] }],
    [
      'running',
      'Deleting 3 Media Agents',
      ofSeveral,
      '3 of 3',
      '1 failed',
      '1 deleted, 1 failed, of 3',
      { queue: [4, 5, 6], answered: 2, failed: 1, chosen: [5, 6, 7, 8] },
    ],
    [
      'running',
      'Deleting 2 Media Agents',
      ofSeveral,
      '2 of 2',
      null,
      '2 deleted, 0 failed, of 2',
      { queue: [4, 5], answered: 2 },
    ],
    [
      'stopping',
      'Deleting 3 Media Agents',
      ofSeveral,
      'Stopping after 2 of 3',
      null,
      '1 deleted, 0 failed, of 3',
      { queue: [4, 5, 6], answered: 1 },
    ],
  ] as const)(
    'tells how a deletion goes that is %s: %s',
    async (state, title, detail, place, failed, meter, changes) => {
      const sent = open({ deleting: state }, changes)
      const dialog = within(await screen.findByRole('alertdialog', { name: title }))
      dialog.getByText(detail)
      dialog.getByText(place)
      expect(dialog.queryByText(/^\d+ failed$/)?.textContent ?? null).toBe(failed)
      expect(dialog.getByRole('img').getAttribute('aria-label')).toBe(meter)
      expect([button('Deleting...').disabled, document.activeElement]).toEqual([true, button('Stop')])
      expect(button('Stop').getAttribute('aria-disabled')).toBe(state === 'stopping' ? 'true' : null)
      await click('Stop')
      expect(sent).toEqual(state === 'stopping' ? [] : [{ type: 'page.stop' }])
    },
  )

  it('is as long as what it has deleted, and what failed', async () => {
    open({ deleting: 'running' }, { queue: [4, 5, 6, 7], answered: 3, failed: 1 })
    const meter = await screen.findByRole('img')
    expect(Array.from(meter.children, (each) => each.getAttribute('style'))).toEqual(['width: 50%;', 'width: 25%;'])
  })

  it.each(['choosing', 'settled'] as const)('is closed while the flow is %s', async (value) => {
    open(value, { chosen: [4] })
    await act(async () => undefined)
    expect(document.querySelector('dialog[open]')).toBeNull()
  })
})

const connection: Connection = {
  unavailable: null,
  callback: 'https://desk.example/callback',
  consumer_keys: 1,
  movable: [],
  next: null,
}

describe('the panel that connects with X', () => {
  const open = (answer: (call: { query?: object }) => Promise<Connection>, account?: Movable) => {
    const getConnection = vi.fn(answer)
    const startConsent = vi.fn((_: object) => never())
    renderPart(<ConnectPanel group="north" {...(account ? { account } : {})} />, {
      api: { getConnection, startConsent, moveAccount: never },
    })
    return { getConnection, startConsent }
  }
  const severalApps = () => screen.queryByText(/different apps on X/)?.textContent ?? null

  it('asks X for whoever consents, who joins the group', async () => {
    const { startConsent } = open(async () => connection)
    expect(button('Connect with X').disabled).toBe(true)
    await waitFor(() => expect(button('Connect with X').disabled).toBe(false))
    await click('Connect with X')
    expect(button('Going to X...').disabled).toBe(true)
    expect(startConsent.mock.calls).toEqual([[{ body: { group: 'north' } }]])
    screen.getByText(
      'Log in to X as the account and let this app post for it. There is no key to copy, and the account joins the group that is chosen below.',
    )
  })

  it('asks X for the one account again', async () => {
    const { startConsent } = open(async () => connection, { id: 7, username: '@ada' })
    await waitFor(() => expect(button('Connect again').disabled).toBe(false))
    await click('Connect again')
    expect(startConsent.mock.calls).toEqual([[{ body: { group: 'north', account_id: 7 } }]])
    screen.getByText(
      'Log in to X as @ada and let this app post for it again: also where X no longer takes its keys, or it was renamed. Its group stays, and what waits goes on.',
    )
  })

  it.each([
    [1, null],
    [2, 'Your accounts use 2 different apps on X. X allows one app for one use: connect them all through one.'],
  ])('says what X thinks of %i different apps', async (consumer_keys, words) => {
    open(async () => ({ ...connection, consumer_keys }))
    await waitFor(() => expect(button('Connect with X').disabled).toBe(false))
    expect(severalApps()).toBe(words)
  })

  it('says nothing of several apps beside one account', async () => {
    open(async () => ({ ...connection, consumer_keys: 3 }), { id: 7, username: '@ada' })
    await waitFor(() => expect(button('Connect again').disabled).toBe(false))
    expect(severalApps()).toBeNull()
  })

  it('reads again what could not be read', async () => {
    let answer = async (): Promise<Connection> => Promise.reject(new Error('away'))
    const { getConnection } = open(() => answer())
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Whether accounts can be connected this way could not be read. Try againReload',
    )
    expect(button('Connect with X').disabled).toBe(true)
    answer = async () => connection
    await click('Try again')
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(getConnection).toHaveBeenCalledTimes(2)
  })

  it.each([
    [[], null],
    [[{ id: 7, username: '@ada' }], 'It uses the keys of OAuth 1.0a, which X is going to end.'],
  ])('offers to move the one account where it has keys: %j', async (movable, words) => {
    open(async () => ({ ...connection, movable }), { id: 7, username: '@ada' })
    await waitFor(() => expect(button('Connect again').disabled).toBe(false))
    expect(screen.queryByText(/OAuth 1\.0a/)?.textContent ?? null).toBe(words)
  })

  it.each([
    [[], null],
    [[{ id: 7, username: '@ada' }], '1 of your accounts uses the keys of OAuth 1.0a, which X is going to end.'],
  ])('offers beside a new one to move all that have keys: %j', async (movable, words) => {
    open(async () => ({ ...connection, movable }))
    await waitFor(() => expect(button('Connect with X').disabled).toBe(false))
    expect(screen.queryByText(/OAuth 1\.0a/)?.textContent ?? null).toBe(words)
  })

  it('offers all of them once the last page of them is there, and reads those again where that failed', async () => {
    let answer = async (): Promise<Connection> => Promise.reject(new Error('away'))
    const first = { ...connection, movable: [{ id: 7, username: '@ada' }], next: 7 }
    const { getConnection } = open(async ({ query }) => (query ? answer() : first))
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Which of your accounts use the keys of OAuth 1.0a could not be read. Try againReload',
    )
    answer = async () => ({ ...connection, movable: [{ id: 8, username: '@bob' }] })
    await click('Try again')
    await screen.findByText('2 of your accounts use the keys of OAuth 1.0a, which X is going to end.')
    expect(getConnection.mock.calls).toMatchObject([[{}], [{ query: { cursor: '7' } }], [{ query: { cursor: '7' } }]])
  })

  it('is left out by a provider that knows no such way', async () => {
    open(async () => Promise.reject(new ApiError(404, 'Not Found')))
    await waitFor(() => expect(screen.queryByRole('group')).toBeNull())
  })

  it('can be asked again where the operator stays after all', async () => {
    const startConsent = vi.fn(async () => ({ authorize_url: 'https://x.example/authorize' }))
    const leaveFor = vi.fn()
    renderPart(<ConnectPanel group="" />, {
      api: { getConnection: async () => connection, startConsent, moveAccount: never },
      services: { leaveFor },
    })
    await waitFor(() => expect(button('Connect with X').disabled).toBe(false))
    await click('Connect with X')
    await waitFor(() => expect(leaveFor).toHaveBeenCalledExactlyOnceWith('https://x.example/authorize'))
    await waitFor(() => expect(button('Connect with X').disabled).toBe(false))
  })
})

describe('the move of accounts to OAuth 2.0', () => {
  const ada = { id: 1, username: '@ada' }
  const bob = { id: 2, username: '@bob' }
  const cy = { id: 3, username: '@cy' }
  const open = (accounts: readonly Movable[], isOne = false) => {
    const answers: ((detail: string | null) => void)[] = []
    const moveAccount = vi.fn(
      (_: object) => new Promise((resolve) => answers.push((detail) => resolve({ moved: detail === null, detail }))),
    )
    const view = renderPart(<MovePanel accounts={accounts} isOne={isOne} />, { api: { moveAccount } })
    const answer = async (detail: string | null) => {
      const calls = moveAccount.mock.calls.length
      await waitFor(() => expect(answers).toHaveLength(1))
      answers.pop()?.(detail)
      return calls
    }
    return { view, moveAccount, answer }
  }
  const status = () => screen.getByRole('status').textContent
  const meter = () => screen.queryByRole('img')?.getAttribute('aria-label') ?? null

  it.each([
    ['It uses the keys of OAuth 1.0a, which X is going to end.', [ada], true],
    ['1 of your accounts uses the keys of OAuth 1.0a, which X is going to end.', [ada], false],
    ['2 of your accounts use the keys of OAuth 1.0a, which X is going to end.', [ada, bob], false],
    [
      '1,200 of your accounts use the keys of OAuth 1.0a, which X is going to end.',
      Array.from({ length: 1200 }, (_, id) => ({ id, username: `@user${id}` })),
      false,
    ],
  ])('is offered: %s', (words, accounts, isOne) => {
    open(accounts, isOne)
    expect([status(), buttons(), meter()]).toEqual([words, ['Move to OAuth 2.0'], null])
  })

  it('goes from one to the next, says who keeps which keys and why, and tries those again', async () => {
    const { moveAccount, answer } = open([ada, bob, cy])
    await click('Move to OAuth 2.0')
    expect([status(), buttons(), meter()]).toEqual(['0 of 3 moved, 0 not.', ['Stop'], '0 of 3 asked'])
    expect(closingIsQuestioned()).toBe(true)
    await answer(null)
    await waitFor(() => expect([status(), meter()]).toEqual(['1 of 3 moved, 0 not.', '1 of 3 asked']))
    await answer('X says no')
    await waitFor(() => expect([status(), meter()]).toEqual(['1 of 3 moved, 1 not.', '2 of 3 asked']))
    expect(Array.from(screen.getByRole('img').children, (each) => each.getAttribute('style'))).toHaveLength(2)
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '@bob keeps its keys: X says no',
    ])
    await click('Stop')
    expect(button('Stopping...').disabled).toBe(true)
    await answer(null)
    await waitFor(() => expect([status(), buttons(), meter()]).toEqual(['2 of 3 moved, 1 not.', ['Try again'], null]))
    expect(closingIsQuestioned()).toBe(false)
    await click('Try again')
    await answer(null)
    await waitFor(() => expect([status(), buttons()]).toEqual(['Moved: it uses OAuth 2.0 from now on.', []]))
    expect(screen.queryByRole('list')).toBeNull()
    expect(moveAccount.mock.calls.map(([call]) => call)).toEqual(
      [1, 2, 3, 2].map((accountId) => ({ params: { accountId } })),
    )
  })

  it('that moved all of several counts them, with nothing left to try', async () => {
    const { answer } = open([ada, bob])
    await click('Move to OAuth 2.0')
    await answer(null)
    await answer(null)
    await waitFor(() => expect([status(), buttons()]).toEqual(['2 of 2 moved, 0 not.', []]))
  })

  it('of one is under way before it says that it was moved', async () => {
    const { answer } = open([ada], true)
    await click('Move to OAuth 2.0')
    expect([status(), meter()]).toEqual(['0 of 1 moved, 0 not.', '0 of 1 asked'])
    await answer(null)
    await waitFor(() => expect(status()).toBe('Moved: it uses OAuth 2.0 from now on.'))
    expect(document.activeElement?.textContent).toBe('Moved: it uses OAuth 2.0 from now on.')
  })

  it('of one that keeps its keys does not say that it was moved', async () => {
    const { answer } = open([ada], true)
    await click('Move to OAuth 2.0')
    await answer('The token is gone')
    await waitFor(() => expect([status(), buttons()]).toEqual(['0 of 1 moved, 1 not.', ['Try again']]))
  })
})

describe('what came of a journey to X’s page', () => {
  const open = (getConsent: () => Promise<Consent>, id = 'journey') => {
    window.history.replaceState(null, '', `/admin/media-agent?consent=${id}&sort=username`)
    renderPart(
      <main>
        <h1 tabIndex={-1}>Media Agent</h1>
        <ConsentNotice id={id} />
      </main>,
      { api: { getConsent } },
    )
  }
  const told = (role: string) => screen.findByRole(role).then((card) => card.querySelector('p')?.textContent)
  const again = 'Begin again with Add Media Agent.'

  it.each([
    ['connected', '@ada', null, 'status', '@ada is connected by OAuth 2.0 and may post.'],
    [
      'renewed',
      '@ada',
      null,
      'status',
      '@ada was connected already. Its connection is renewed, and what waited goes on.',
    ],
    ['denied', null, null, 'alert', `You cancelled on X’s page. Nothing was connected. ${again}`],
    ['late', null, null, 'alert', `You came back from X after more than ten minutes. Nothing was connected. ${again}`],
    [
      'other_account',
      '@eve',
      null,
      'alert',
      'On X’s page @eve consented, but another account was to be connected. Nothing changed. Log in to X as that one, then begin again.',
    ],
    [
      'read_only',
      '@ada',
      null,
      'alert',
      'X let this app only read as @ada. Nothing was connected. Set your app to Read and write on X’s developer site, then begin again.',
    ],
    ['refused', null, 'the code was used', 'alert', `The account was not connected: the code was used. ${again}`],
    ['failed', '@ada', null, 'alert', `@ada was not connected: X gave no reason. ${again}`],
  ] as const)('is told where it is %s', async (outcome, username, detail, role, words) => {
    const pages = window.history.length
    open(async () => ({ outcome, username, detail }))
    await waitFor(async () => expect(await told(role)).toBe(words))
    await waitFor(() => expect(window.location.search).toBe('?sort=username'))
    expect([buttons(), window.history.length]).toEqual([['Dismiss'], pages])
    await click('Dismiss')
    expect([screen.queryByText(words), document.activeElement]).toEqual([null, screen.getByRole('heading')])
  })

  it('is read first, then asked for again while it has not ended', async () => {
    let answer: (consent: Consent) => void = () => undefined
    open(
      () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    )
    expect([await told('status'), buttons()]).toEqual(['Reading what came of connecting...', ['Dismiss']])
    answer({ outcome: null, username: null, detail: null })
    expect(await told('alert')).toBe(
      'You have not finished on X’s page yet, or X’s answer is still being worked on. Nothing is connected so far. Finish on X’s page and try again here, or begin again with Add Media Agent.',
    )
    expect([buttons(), window.location.search]).toEqual([
      ['Try again', 'Reload', 'Dismiss'],
      '?consent=journey&sort=username',
    ])
    await click('Try again')
    expect([await told('status'), document.activeElement]).toEqual([
      'Reading what came of connecting...',
      button('Dismiss'),
    ])
  })

  it('can be asked for again where it could not be read', async () => {
    open(async () => Promise.reject(new Error('away')))
    expect(await told('alert')).toBe('What came of connecting could not be read.')
    expect(buttons()).toEqual(['Try again', 'Reload', 'Dismiss'])
  })

  it('is nobody’s where it began elsewhere', async () => {
    open(never, 'unknown')
    expect(await told('alert')).toBe(
      `This answer from X does not belong to a connection that was begun in this browser and this session. Nothing was connected. ${again}`,
    )
    expect(buttons()).toEqual(['Dismiss'])
  })
})

describe('the group of a media agent', () => {
  const open = (
    listGroups: () => Promise<object[]>,
    { value = '', stored, error }: { value?: string; stored?: string; error?: string } = {},
  ) => {
    renderPart(<GroupField none="No group" value={value} stored={stored} error={error} onChange={() => undefined} />, {
      api: { listGroups },
    })
    return screen.getByLabelText<HTMLSelectElement>('Group')
  }
  const said = (select: HTMLElement) =>
    document.getElementById(select.getAttribute('aria-describedby') ?? '')?.textContent ?? null

  it('is loaded first', () => {
    const select = open(never)
    expect([options(select), select.disabled, said(select)]).toEqual([[['Loading...', '']], true, null])
  })

  it('is any that there is, the stored and the chosen one first, each once', async () => {
    const select = open(async () => [{ name: 'north' }, { name: 'south' }], { value: 'north', stored: 'gone' })
    await waitFor(() => expect(select.disabled).toBe(false))
    expect(options(select)).toEqual([
      ['No group', ''],
      ['gone', 'gone'],
      ['north', 'north'],
      ['south', 'south'],
    ])
    expect([select.value, said(select)]).toEqual(['north', null])
  })

  it('says in the place of a hint what is wrong with it', async () => {
    const select = open(async () => [{ name: 'north' }], { error: 'Group is required' })
    await waitFor(() => expect(select.disabled).toBe(false))
    expect(said(select)).toBe('Group is required')
  })

  it.each([
    [undefined, 'No groups found. Please create a group first. Create group'],
    ['Group is required', 'Group is requiredNo groups found. Please create a group first. Create group'],
  ])('leads to where one is created while there is none: %s', async (error, words) => {
    const select = open(async () => [], error ? { error } : {})
    const link = await screen.findByRole('link', { name: 'Create group' })
    expect([link.getAttribute('href'), select.disabled, said(select)]).toEqual(['/admin/group', true, words])
    expect(select.getAttribute('aria-invalid')).toBe(error ? 'true' : null)
    expect(options(select)).toEqual([['No group', '']])
  })

  it('can be loaded again where that failed, with the chosen one kept', async () => {
    let answer = async (): Promise<object[]> => Promise.reject(new Error('away'))
    const select = open(() => answer(), { value: 'north' })
    await screen.findByText('The groups could not be loaded.')
    expect([options(select), select.disabled]).toEqual([
      [
        ['No group', ''],
        ['north', 'north'],
      ],
      true,
    ])
    answer = async () => [{ name: 'south' }]
    await click('Try again')
    await waitFor(() => expect(options(select).map(([name]) => name)).toEqual(['No group', 'north', 'south']))
    expect(screen.queryByText('The groups could not be loaded.')).toBeNull()
  })
})

describe('rows of groups that do not exist', () => {
  const rejected = (name: string, at?: number): RejectedRow => {
    const { line, values } = row(2, '@ada')
    const refused = { line, username: '@ada', reason: 'No such group', values: { ...values, group: name } }
    return at === undefined ? refused : { ...refused, groupless: at }
  }
  const open = async (existing: string[], rows: RejectedRow[], left = 0) => {
    const sent: unknown[] = []
    const csvImport = createActor(csvImportMachine)
    vi.spyOn(csvImport, 'send').mockImplementation((event) => void sent.push(event))
    renderPart(<GroupOffer csvImport={csvImport} rejected={rows} left={left} />, {
      api: { listGroups: async () => existing.map((name, id) => ({ id, name })) },
    })
    await screen.findAllByRole('combobox')
    return sent
  }
  const send = () => userEvent.click(screen.getByRole('button', { name: /^Send/ }))

  it.each([
    ['launch crew', 'Launch-Crew', { named: 'launch crew', group: 'Launch-Crew', isNew: false }],
    ['launch_crew', 'LAUNCH CREW', { named: 'launch_crew', group: 'LAUNCH CREW', isNew: false }],
    ['launchcrew', 'launch - crew', { named: 'launchcrew', group: 'launch - crew', isNew: false }],
    ['North', 'NORTH', { named: 'North', group: 'NORTH', isNew: false }],
    ['North', 'North', { named: 'North', group: 'North', isNew: false }],
    ['North', 'South', { named: 'North', group: 'North', isNew: true }],
  ])('go from %s with %s there', async (name, existing, choice) => {
    const sent = await open(['Elsewhere', existing], [rejected(name, 0)])
    await send()
    expect(sent).toEqual([{ type: 'groups.choose', choices: [choice] }])
  })

  it.each([
    [['North-', 'NORTH', 'North'], 'North'],
    [['North-', 'NORTH'], 'NORTH'],
  ])('prefer of %j what is nearest', async (existing, group) => {
    const sent = await open(existing, [rejected('North', 0)])
    await send()
    expect(sent).toEqual([{ type: 'groups.choose', choices: [{ named: 'North', group, isNew: false }] }])
  })

  it('are chosen for once by each name, others as they are', async () => {
    const sent = await open(
      ['East', 'West'],
      [rejected('North', 0), rejected('South', 1), rejected('North', 2), rejected('else')],
    )
    expect(screen.getAllByRole('combobox').map((select) => options(select).map(([text]) => text))).toEqual([
      ['Create the group "North"', 'East', 'West'],
      ['Create the group "South"', 'East', 'West'],
    ])
    await userEvent.selectOptions(screen.getByLabelText('Instead of "North", which is no group'), 'West')
    await userEvent.selectOptions(screen.getByLabelText('Instead of "South", which is no group'), 'East')
    expect(textIn(screen.getByLabelText('Instead of "North", which is no group'))).toBe('West')
    await userEvent.selectOptions(screen.getByLabelText('Instead of "South", which is no group'), '')
    await click('Send 3 rows again')
    expect(sent).toEqual([
      {
        type: 'groups.choose',
        choices: [
          { named: 'North', group: 'West', isNew: false },
          { named: 'South', group: 'South', isNew: true },
        ],
      },
    ])
  })

  it('are of one new group in two spellings', async () => {
    const sent = await open(['East'], [rejected('Sales', 0), rejected('sales', 1)])
    expect(screen.getAllByRole('combobox').map((select) => options(select)[0]?.[0])).toEqual([
      'Create the group "Sales"',
      'Create the group "Sales"',
    ])
    await send()
    expect(sent).toEqual([
      {
        type: 'groups.choose',
        choices: [
          { named: 'Sales', group: 'Sales', isNew: true },
          { named: 'sales', group: 'Sales', isNew: true },
        ],
      },
    ])
  })

  it.each([
    [0, 'Send 1 row again'],
    [1, 'Send 1 row again and the remaining 1'],
    [1300, 'Send 1 row again and the remaining 1,300'],
  ])('are sent with the %i that were not', async (left, name) => {
    await open(['East'], [rejected('North', 0)], left)
    expect(buttons()).toEqual([name])
  })
})

describe('a block of keys that is pasted', () => {
  const Guide = () => {
    const form = useForm({ defaultValues: emptyAccountForm })
    const { api_key, api_secret } = form.watch()
    return (
      <>
        <input {...form.register('api_key', { required: 'It is missing' })} />
        <button type="button" onClick={() => form.trigger()}>
          {form.formState.errors.api_key?.message ?? 'All is there'}
        </button>
        <KeysGuide form={form} />
        <output>{`${api_key}, ${api_secret}, ${form.formState.isDirty}`}</output>
      </>
    )
  }
  const field = () => screen.getByLabelText<HTMLTextAreaElement>('Paste KEY=value lines or JSON')
  const told = () => document.querySelector('p[role=status]')?.textContent
  const paste = async (block: string) => {
    await userEvent.click(field())
    await userEvent.paste(block)
    await click('Fill in')
  }

  it('fills what it names, says how many, and is gone', async () => {
    render(<Guide />)
    expect([told(), button('Fill in').disabled]).toEqual(['', true])
    await click('All is there')
    await screen.findByRole('button', { name: 'It is missing' })
    await userEvent.type(field(), '  ')
    expect(button('Fill in').disabled).toBe(true)
    await paste('of no use')
    expect([told(), field().value, button('Fill in').disabled]).toEqual(['No key was found in it.', '', true])
    await paste('API_KEY=first')
    expect([told(), document.querySelector('output')?.textContent]).toEqual([
      'Filled in: 1 field. Check it before you save.',
      'first, , true',
    ])
    await screen.findByRole('button', { name: 'All is there' })
    await paste('API_KEY=second\nAPI_SECRET=third')
    expect([told(), document.querySelector('output')?.textContent]).toEqual([
      'Filled in: 2 fields. Check them before you save.',
      'second, third, true',
    ])
  })
})
