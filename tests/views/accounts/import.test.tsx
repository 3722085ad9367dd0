import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AccountBody } from '../../../src/schemas/accounts/accounts'
import { csvColumns } from '../../../src/schemas/accounts/csvRows'
import { createOperatorStore } from '../../../src/services/storage/operatorStore'
import { apiBaseUrl, type InProcessServer, startInProcessServer } from '../../support/inProcessServer'
import { closingIsQuestioned, renderConsole } from '../../support/renderConsole'
import { catchSavedFiles } from '../../support/savedFiles'
import { sampleAccount } from '../../support/serverFakes'

let server: InProcessServer
let saved: ReturnType<typeof catchSavedFiles>

beforeEach(async () => {
  server = await startInProcessServer()
  saved = catchSavedFiles()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await server.close()
})

const line = (account: AccountBody) => csvColumns.map((column) => account[column]).join(',')
const csv = (accounts: AccountBody[], name = 'agents-november.csv') =>
  new File([[csvColumns.join(','), ...accounts.map(line)].join('\n')], name, { type: 'text/plain' })

const choose = async (user: UserEvent, file: File) => user.upload(await screen.findByLabelText('CSV file'), file)
const panel = () => screen.findByRole('region', { name: 'CSV import' })
const created = () => server.requests.filter(({ call }) => call === 'POST /twitter/accounts')
const usernamesIn = (requests: InProcessServer['requests']) =>
  requests.map(({ body }) => (body as { username: string }).username)

const listed = async () => {
  const { body } = await server.me.call('GET', '/twitter/accounts')
  return (body as { username: string }[]).map(({ username }) => username)
}

/** The five seconds before a lost row is sent again never end, so that *Stop* can be found. */
const holdRetries = () => {
  const { setTimeout } = globalThis
  const longer: typeof setTimeout = Object.assign(
    (run: () => void, millis?: number) => setTimeout(run, millis === 5000 ? 2 ** 30 : millis),
    setTimeout,
  )
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(longer)
}

describe('a CSV import', () => {
  it('takes .csv files only, sends one call per row in order, and shows the accounts', async () => {
    const { user } = renderConsole(server, '/admin/media-agent')
    expect((await screen.findByLabelText('CSV file')).getAttribute('accept')).toBe('.csv')
    await choose(user, csv([sampleAccount('ada'), sampleAccount('bob'), sampleAccount('cy')]))
    await screen.findAllByText('All users added successfully!')
    expect(created().map(({ body }) => body)).toEqual([sampleAccount('ada'), sampleAccount('bob'), sampleAccount('cy')])
    expect((await panel()).textContent).toContain('agents-november.csv: 3 accounts added, 0 failed.')
    await screen.findByText('3 accounts in no group, 3 active.')
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'CSV import' })).toBeNull())
  })

  it('that ends while Home is open adds the new accounts to the composer', async () => {
    await server.me.call('POST', '/groups', { name: 'crew', description: 'Posts' })
    const { user } = renderConsole(server, '/admin/media-agent')
    const release = server.holdNext('POST /twitter/accounts')
    await choose(user, csv([{ ...sampleAccount('ada'), group: 'crew' }]))
    await screen.findByText(/row 1 of 1. 0 added/)
    await user.click(screen.getByRole('link', { name: 'Home' }))
    await screen.findByRole('option', { name: 'crew' })
    await user.selectOptions(screen.getByLabelText('Group'), 'crew')
    await screen.findByText('0 accounts in this group, 0 active.')
    release()
    await screen.findByText('1 account in this group, 1 active.')
  })

  it('asks before a logout drops its rows, on any screen, and continues unless the operator agrees', async () => {
    const { user } = renderConsole(server, '/admin/media-agent')
    const release = server.holdNext('POST /twitter/accounts')
    await choose(user, csv([sampleAccount('ada'), sampleAccount('bob')]))
    await screen.findByText(/row 1 of 2. 0 added/)
    await user.click(screen.getByRole('link', { name: 'History' }))
    await screen.findByRole('heading', { level: 1, name: 'History' })
    const askedAfterLogout = async () => {
      await user.click(screen.getByRole('button', { name: 'Logout' }))
      return within(await screen.findByRole('alertdialog', { name: 'Stop importing?' }))
    }
    await user.click((await askedAfterLogout()).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(localStorage.getItem('access_token')).toBe(server.me.token)
    await user.click((await askedAfterLogout()).getByRole('button', { name: 'Logout' }))
    await screen.findByLabelText('Password')
    release()
    expect(created()).toHaveLength(1)
  })

  it('that has ended lets the operator log out without a confirmation', async () => {
    const { user } = renderConsole(server, '/admin/media-agent')
    await choose(user, csv([sampleAccount('ada')]))
    await screen.findAllByText('All users added successfully!')
    await user.click(screen.getByRole('button', { name: 'Logout' }))
    await screen.findByLabelText('Password')
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it('shows its progress, pauses between two rows, continues, and stops for good', async () => {
    const { user } = renderConsole(server, '/admin/media-agent')
    const releaseAda = server.holdNext('POST /twitter/accounts')
    await choose(user, csv(['ada', 'bob', 'cy', 'dee'].map((name) => sampleAccount(name))))
    await screen.findByText(/row 1 of 4. 0 added/)
    expect(screen.getByRole('button', { name: 'Importing...' }).matches(':disabled')).toBe(true)

    await user.click(screen.getByRole('button', { name: 'Pause' }))
    await screen.findByText(/pausing after row 1 of 4/)
    releaseAda()
    await screen.findByText(/paused before row 2 of 4. 1 added/)
    expect(created()).toHaveLength(1)

    const releaseBob = server.holdNext('POST /twitter/accounts')
    await user.click(screen.getByRole('button', { name: 'Resume' }))
    await screen.findByText(/row 2 of 4. 1 added/)
    await user.click(screen.getByRole('button', { name: 'Stop' }))
    releaseBob()
    await screen.findByText(/2 accounts added, 0 failed. Stopped: 2 rows not sent./)
    expect(await listed()).toEqual(['@ada', '@bob'])
    screen.getByRole('button', { name: 'Import CSV' })
  })

  it('shows added and failed rows of its file in a line and in a bar', async () => {
    await server.me.call('POST', '/twitter/accounts', sampleAccount('bob'))
    const { user } = renderConsole(server, '/admin/media-agent')
    const creation = server.gate(/POST \/twitter\/accounts/)
    const unreadable = { ...sampleAccount('ada'), username: 'an_account_of_21_chars' }
    await choose(user, csv([unreadable, sampleAccount('ada'), sampleAccount('bob'), sampleAccount('cy')]))
    await waitFor(() => expect(creation.waiting()).toBe(1))
    const told = async () => {
      const region = within(await panel())
      const bar = region.getByRole('img')
      return [
        region.getByText(/, (\S+ )*row/).closest('p')?.textContent,
        bar.getAttribute('aria-label'),
        Array.from(bar.children, (part) => part.getAttribute('style')),
        region.getAllByRole<HTMLButtonElement>('button').map(({ textContent, disabled }) => [textContent, disabled]),
      ]
    }
    const running = [
      ['Pause', false],
      ['Stop', false],
    ]
    const atFirst = [
      'agents-november.csv, row 2 of 4. 0 added, 1 failed',
      '0 added, 1 failed, of 4 rows',
      ['width: 25%;'],
      running,
    ]
    await waitFor(async () => expect(await told()).toEqual(atFirst))
    await creation.pass()
    await creation.pass()
    await waitFor(() => expect(creation.waiting()).toBe(1))
    const atLast = [
      'agents-november.csv, row 4 of 4. 1 added, 2 failed',
      '1 added, 2 failed, of 4 rows',
      ['width: 25%;', 'width: 50%;'],
      running,
    ]
    await waitFor(async () => expect(await told()).toEqual(atLast))
    await user.click(screen.getByRole('button', { name: 'Stop' }))
    await waitFor(async () =>
      expect(await told()).toEqual([
        'agents-november.csv, stopping after row 4 of 4. 1 added, 2 failed',
        ...atLast.slice(1, 3),
        [
          ['Pause', true],
          ['Stop', true],
        ],
      ]),
    )
    await creation.pass()
    await screen.findByText(/2 accounts added, 2 failed\.$/)
  })

  it('without failures shows that with a full stop', async () => {
    const { user } = renderConsole(server, '/admin/media-agent')
    const creation = server.gate(/POST \/twitter\/accounts/)
    expect(screen.queryByRole('region', { name: 'CSV import' })).toBeNull()
    await choose(user, csv([sampleAccount('ada')]))
    await screen.findByText(/^agents-november/)
    await waitFor(async () =>
      expect((await panel()).querySelector('p')?.textContent).toBe('agents-november.csv, row 1 of 1. 0 added.'),
    )
    creation.open()
    await screen.findAllByText('All users added successfully!')
  })

  it('that is stopped names the row that may have been added although its answer was lost', async () => {
    holdRetries()
    const { user } = renderConsole(server, '/admin/media-agent')
    const creation = server.gate(/POST \/twitter\/accounts/, 'all')
    await choose(user, csv(['ada', 'bob', 'cy', 'dee'].map((name) => sampleAccount(name))))
    await waitFor(() => expect(creation.waiting()).toBe(1))
    await creation.pass()
    await waitFor(() => expect(creation.waiting()).toBe(1))
    await creation.loseAnswer()
    await screen.findByText(/waiting for the server before row 2 of 4/)
    await user.click(screen.getByRole('button', { name: 'Stop' }))
    await screen.findByText(
      /1 account added, 0 failed. Stopped: 2 rows not sent. The row on line 3 was being sent and may have been added.$/,
    )
    await user.click(screen.getByRole('button', { name: 'Download unsent rows' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    const errors = (await saved[0]?.blob.text())
      ?.trim()
      .split('\r\n')
      .map((text) => text.split(',').at(-1))
    expect(errors).toEqual(['error', 'This row was being sent and may have been added', 'Not sent', 'Not sent'])
  })

  it('that is stopped at its last row, whose answer was lost, shows only that', async () => {
    holdRetries()
    const { user } = renderConsole(server, '/admin/media-agent')
    const creation = server.gate(/POST \/twitter\/accounts/, 'all')
    await choose(user, csv([sampleAccount('ada')]))
    await waitFor(() => expect(creation.waiting()).toBe(1))
    await creation.loseAnswer()
    await user.click(await screen.findByRole('button', { name: 'Stop' }))
    await screen.findByText(
      /0 accounts added, 0 failed. Stopped. The row on line 2 was being sent and may have been added.$/,
    )
  })

  it('names the first twenty failed rows, and the number of further rows in the file of failures', async () => {
    const { user } = renderConsole(server, '/admin/media-agent')
    await choose(user, csv(Array.from({ length: 23 }, (_, index) => sampleAccount(`user${index}`, 'no such group'))))
    await screen.findByText('And 3 more in the file.', undefined, { timeout: 30_000 })
    const failed = within(screen.getByRole('table', { name: 'Failed rows' }))
      .getAllByRole('row')
      .slice(1)
    expect(failed.map((row) => within(row).getAllByRole('cell')[1]?.textContent)).toEqual(
      Array.from({ length: 20 }, (_, index) => `@user${index}`),
    )
  })

  it('continues after a failed row, names it, and returns the failed rows as a file to import again', async () => {
    await server.me.call('POST', '/twitter/accounts', sampleAccount('bob'))
    const { user } = renderConsole(server, '/admin/media-agent')
    const rows = [
      sampleAccount('ada'),
      sampleAccount('bob'),
      sampleAccount('cy', 'no such group'),
      sampleAccount('dee'),
    ]
    await choose(user, csv(rows))
    await screen.findAllByText('Failed to add users from CSV.')
    expect((await panel()).textContent).toContain('2 accounts added, 2 failed.')
    const failed = within(screen.getByRole('table', { name: 'Failed rows' }))
    const cells = failed
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('cell'))
    expect(cells.map(([lineNumber, username]) => [lineNumber?.lastChild?.textContent, username?.textContent])).toEqual([
      ['3', '@bob'],
      ['4', '@cy'],
    ])
    expect(cells.every(([, , reason]) => (reason?.textContent ?? '').length > 5)).toBe(true)
    expect(await listed()).toEqual(['@bob', '@ada', '@dee'])

    await user.click(screen.getByRole('button', { name: 'Download failed rows' }))
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['failed-rows.csv']))
    const text = (await saved[0]?.blob.text()) ?? ''
    expect(text.split('\r\n')[0]?.replace('\uFEFF', '')).toBe([...csvColumns, 'error'].join(','))

    await server.me.call('POST', '/groups', { name: 'no such group', description: 'now there is' })
    server.requests.length = 0
    await choose(user, new File([text], 'failed-rows.csv'))
    await waitFor(() => expect(usernamesIn(created())).toEqual(['@bob', '@cy']))
    await waitFor(async () => expect(await listed()).toEqual(['@bob', '@ada', '@dee', '@cy']))
  })

  it('continues while the operator is on another screen, and warns before the tab is closed', async () => {
    const { user } = renderConsole(server, '/admin/media-agent')
    const release = server.holdNext('POST /twitter/accounts')
    await choose(user, csv([sampleAccount('ada'), sampleAccount('bob')]))
    await screen.findByText(/row 1 of 2/)
    await user.click(screen.getByRole('link', { name: 'Post Group' }))
    await screen.findByRole('heading', { level: 1, name: 'Post Group' })
    expect(closingIsQuestioned()).toBe(true)
    release()
    await screen.findAllByText('All users added successfully!')
    expect(await listed()).toEqual(['@ada', '@bob'])
    await waitFor(() => expect(closingIsQuestioned()).toBe(false))
    await user.click(screen.getByRole('link', { name: 'Media Agent' }))
    await screen.findByText('2 accounts in no group, 2 active.')
    expect((await panel()).textContent).toContain('2 accounts added, 0 failed.')
  })

  it('shows its progress on every screen, and the reason after the session has ended, and continues for the same operator', async () => {
    await createOperatorStore(localStorage, crypto.subtle).remember('operator@example.com')
    const { user } = renderConsole(server, '/admin/media-agent')
    const creation = server.gate(/POST \/twitter\/accounts/)
    await choose(user, csv(['ada', 'bob', 'cy'].map((name) => sampleAccount(name))))
    await waitFor(() => expect(creation.waiting()).toBe(1))
    await creation.pass()
    await user.click(screen.getByRole('link', { name: 'History' }))
    await screen.findByRole('link', { name: 'CSV import: Importing 1 of 3' })
    await creation.answer({ status: 401, body: { detail: 'The session has expired' } })
    await screen.findByText('Your session has ended. Sign in again as the same operator to continue where you were.')
    await user.type(screen.getByLabelText('Email'), 'operator@example.com')
    await user.type(screen.getByLabelText('Password'), 'correct horse battery')
    await user.click(screen.getByRole('button', { name: 'Login' }))
    await screen.findByRole('heading', { level: 1, name: 'History' })
    await user.click(await screen.findByRole('link', { name: 'CSV import: Interrupted, 1 of 3' }))
    expect((await panel()).textContent).toContain('1 account added, 0 failed. The session ended: 2 rows not sent.')
    await user.click(screen.getByRole('button', { name: 'Download unsent rows' }))
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['unsent-rows.csv']))
    expect((await saved[0]?.blob.text())?.match(/Not sent/g)).toHaveLength(2)
    creation.open()
    await server.me.call('POST', '/twitter/accounts', sampleAccount('bob'))
    await user.click(screen.getByRole('button', { name: 'Continue with the remaining 2' }))
    await screen.findByText(/2 accounts added, 1 failed./)
    expect(await listed()).toEqual(['@ada', '@bob', '@cy'])
    expect((await panel()).textContent).not.toContain('may have added this row')
    expect(screen.queryByRole('link', { name: /^CSV import/ })).toBeNull()
  })

  it('creates nothing from a file without a username column, and names the required columns', async () => {
    const { user } = renderConsole(server, '/admin/media-agent')
    await choose(user, new File(['name,api_key\nada,k\n'], 'agents.csv'))
    expect((await panel()).textContent).toContain('nothing was added. The file needs a username column.')
    expect(created()).toEqual([])
  })

  it.each(['', `${csvColumns.join(',')}\n`])('skips an empty file with a message: %j', async (text) => {
    const { user } = renderConsole(server, '/admin/media-agent')
    await choose(user, new File([text], 'people.csv'))
    await screen.findByText(/nothing was added. The file has no rows below its header./)
    expect((await panel()).textContent).toContain('people.csv')
    expect(screen.queryByText(/All users added|Failed to add users/)).toBeNull()
    expect(created()).toEqual([])
  })

  it('offers a template with the columns of the specification', async () => {
    const { user } = renderConsole(server, '/admin/media-agent')
    await user.click(await screen.findByRole('button', { name: 'CSV template' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    expect((await saved[0]?.blob.text())?.replace('\uFEFF', '')).toBe(
      'username,client_id,client_secret,api_key,api_secret,access_token,access_token_secret,group\r\n',
    )
  })
})

describe('accounts for the sandbox', () => {
  it('are offered as a file only if X is the local stand-in', async () => {
    server.answerNext('GET /meta', {
      status: 200,
      body: { sandbox: true, sign_up_open: true, x_post_base_url: 'http://127.0.0.1:4000' },
    })
    renderConsole(server, '/admin/media-agent')
    const link = await screen.findByRole('link', { name: 'Sandbox accounts' })
    expect(link.getAttribute('href')).toBe(`${apiBaseUrl}/sandbox/accounts.csv?count=12`)
    expect(screen.getAllByRole('link', { name: 'Sandbox accounts' })).toHaveLength(1)
    expect(link.getAttribute('download')).toBe('sandbox-accounts.csv')
  })

  it('are offered beside the existing ones', async () => {
    await server.createAccount('ada')
    server.answerNext('GET /meta', {
      status: 200,
      body: { sandbox: true, sign_up_open: true, x_post_base_url: 'http://127.0.0.1:4000' },
    })
    renderConsole(server, '/admin/media-agent')
    expect(await screen.findAllByRole('link', { name: 'Sandbox accounts' })).toHaveLength(1)
    await screen.findByRole('link', { name: 'Edit @ada' })
  })

  it('are not offered against the real X', async () => {
    renderConsole(server, '/admin/media-agent')
    await screen.findByText('No results.')
    expect(screen.queryByRole('link', { name: 'Sandbox accounts' })).toBeNull()
  })
})
