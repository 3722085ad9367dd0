import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AccountBody } from '../../../src/schemas/accounts/accounts'
import { type CsvColumn, csvColumns } from '../../../src/schemas/accounts/csvRows'
import { type InProcessServer, startInProcessServer } from '../../support/inProcessServer'
import { renderConsole } from '../../support/renderConsole'
import { sampleAccount } from '../../support/serverFakes'

let server: InProcessServer

beforeEach(async () => {
  server = await startInProcessServer()
})
afterEach(() => server.close())

const line = (account: AccountBody) => csvColumns.map((column) => account[column]).join(',')
const csv = (accounts: AccountBody[], words: Partial<Record<CsvColumn, string>> = {}) => {
  const header = csvColumns.map((column) => words[column] ?? column).join(',')
  return new File([[header, ...accounts.map(line)].join('\n')], 'agents-november.csv')
}
const choose = async (user: UserEvent, file: File) => user.upload(await screen.findByLabelText('CSV file'), file)
const panel = () => screen.findByRole('region', { name: 'CSV import' })
const sentUsernames = () =>
  server.requests
    .filter(({ call }) => call === 'POST /twitter/accounts')
    .map(({ body }) => (body as { username: string }).username)
const rowsOf = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.querySelector('select')?.selectedOptions[0]?.text ?? cell.lastChild?.textContent ?? ''),
    )

describe('a file whose columns have other names', () => {
  it('is previewed without its secrets, and sent as intended after confirmation', async () => {
    const { user } = renderConsole(server, '/admin/media-agent')
    const ada = { ...sampleAccount('ada'), api_key: 'consumer-key-of-ada', api_secret: 'short' }
    await choose(user, csv([ada, sampleAccount('bob')], { username: 'Handle', api_key: 'Consumer Key', group: 'Team' }))
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'CSV import' })).toBeNull())

    await choose(user, csv([ada, sampleAccount('bob')], { username: 'Handle', api_key: 'Consumer Key', group: 'Team' }))
    await screen.findByRole('button', { name: 'Import 2 rows' })
    expect(rowsOf('Columns in the file')).toMatchObject({
      0: ['Handle', 'username', '@ada'],
      3: ['Consumer Key', 'api_key', 'co••••da'],
      4: ['api_secret', 'api_secret', '••••'],
      7: ['Team', 'Not used', ''],
    })
    expect((await panel()).textContent).not.toContain('has no column for')
    expect(sentUsernames()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Import 2 rows' }))
    await screen.findAllByText('All users added successfully!')
    expect(sentUsernames()).toEqual(['@ada', '@bob'])
  })
})

describe('a wrong guess of a column', () => {
  it('is corrected before the first call: duplicates are named and excluded, missing values are named', async () => {
    await server.me.call('POST', '/groups', { name: 'north', description: 'Posts' })
    const { user } = renderConsole(server, '/admin/media-agent')
    const ada = { ...sampleAccount('ada', 'north'), client_id: 'the-key-of-ada', api_key: 'the-client-of-ada' }
    await choose(user, csv([ada], { client_id: 'Consumer Key', api_key: 'Client', group: 'Team' }))
    const select = (name: string) => screen.findByLabelText(`Import ${name} as`)
    const accept = () => screen.getByRole('button', { name: 'Import 1 row' })
    expect((await panel()).textContent).toContain('The file has no column for client_id.')

    await user.selectOptions(await select('Client'), 'api_key')
    expect((await panel()).textContent).toContain('Several columns are imported as api_key.')
    expect(accept()).toHaveProperty('disabled', true)
    await user.selectOptions(await select('Consumer Key'), 'client_id')
    await user.selectOptions(await select('username'), 'Not used')
    expect((await panel()).textContent).toContain('The file has no column for username.')
    expect(accept()).toHaveProperty('disabled', true)
    await user.selectOptions(await select('username'), 'username')
    await user.selectOptions(await select('Team'), 'group')
    expect(rowsOf('Columns in the file')).toMatchObject({
      1: ['Consumer Key', 'client_id', 'th••••da'],
      3: ['Client', 'api_key', 'th••••da'],
      7: ['Team', 'group', 'north'],
    })
    expect(sentUsernames()).toEqual([])
    await user.click(accept())
    await screen.findAllByText('All users added successfully!')
    expect(server.requests.find(({ call }) => call === 'POST /twitter/accounts')?.body).toEqual({
      ...ada,
      username: '@ada',
    })
  })
})

describe('two columns with one name', () => {
  it('are shown with their values, and nothing is sent before one is excluded', async () => {
    const { user } = renderConsole(server, '/admin/media-agent')
    const { username, group, ...keys } = sampleAccount('ada')
    const header = ['username', ...Object.keys(keys), 'Username'].join()
    await choose(user, new File([`${header}\n@ada,${Object.values(keys).join()},@bob\n`], 'twice.csv'))
    expect((await panel()).textContent).toContain('Several columns are imported as username.')
    const places = rowsOf('Columns in the file')
    expect([places.at(0), places.at(-1)]).toEqual([
      ['username', 'username', '@ada'],
      ['Username', 'username', '@bob'],
    ])
    const accept = screen.getByRole('button', { name: 'Import 1 row' })
    expect(accept).toHaveProperty('disabled', true)
    await user.selectOptions(screen.getByLabelText('Import username as'), 'Not used')
    expect(sentUsernames()).toEqual([])
    await user.click(accept)
    await screen.findAllByText('All users added successfully!')
    expect(sentUsernames()).toEqual(['@bob'])
  })
})

describe('rows of groups that do not exist', () => {
  it('are sent again with chosen or created groups, once for all of them', async () => {
    await server.me.call('POST', '/groups', { name: 'Launch Crew', description: 'Posts' })
    const { user } = renderConsole(server, '/admin/media-agent')
    const inGroup = (name: string, group: string) => sampleAccount(name, group)
    await choose(
      user,
      csv([
        inGroup('ada', 'launch-crew'),
        inGroup('bob', 'Launch Crew'),
        inGroup('cy', 'North'),
        inGroup('dee', 'North'),
      ]),
    )
    await screen.findAllByText('Failed to add users from CSV.')
    const alike = await screen.findByLabelText<HTMLSelectElement>('Replacement for "launch-crew", which is not a group')
    expect(alike.value).toBe('Launch Crew')
    const north = screen.getByLabelText<HTMLSelectElement>('Replacement for "North", which is not a group')
    expect(north.selectedOptions[0]?.textContent).toBe('Create the group "North"')
    await user.click(screen.getByRole('button', { name: 'Send 3 rows again' }))
    await screen.findAllByText('All users added successfully!')
    expect((await panel()).textContent).toContain('4 accounts added, 0 failed.')
    const { body } = await server.me.call('GET', '/twitter/accounts')
    expect((body as AccountBody[]).map(({ username, group }) => [username, group]).sort()).toEqual([
      ['@ada', 'Launch Crew'],
      ['@bob', 'Launch Crew'],
      ['@cy', 'North'],
      ['@dee', 'North'],
    ])
  })
})

describe('rows of a group that does not exist, of a stopped import', () => {
  it('are sent again with the rows after the stop, and the button shows that', async () => {
    const { user } = renderConsole(server, '/admin/media-agent')
    const creation = server.gate(/POST \/twitter\/accounts/, 'all')
    await choose(user, csv(['ada', 'bob', 'cy'].map((name) => sampleAccount(name, 'North'))))
    await waitFor(() => expect(creation.waiting()).toBe(1))
    await user.click(await screen.findByRole('button', { name: 'Stop' }))
    await creation.pass()
    const again = await screen.findByRole('button', { name: 'Send 1 row again and the remaining 2' })
    creation.open()
    await user.click(again)
    await screen.findAllByText('All users added successfully!')
    expect(sentUsernames()).toEqual(['@ada', '@ada', '@bob', '@cy'])
  })
})

describe('rows of groups in two spellings', () => {
  it('create one group, or use the existing one', async () => {
    await server.me.call('POST', '/groups', { name: 'NORTH', description: 'Posts' })
    const { user } = renderConsole(server, '/admin/media-agent')
    await choose(
      user,
      csv([sampleAccount('ada', 'Sales'), sampleAccount('bob', 'sales'), sampleAccount('cy', 'North')]),
    )
    await screen.findAllByText('Failed to add users from CSV.')
    const options = async (name: string) => {
      const select = await screen.findByLabelText<HTMLSelectElement>(`Replacement for "${name}", which is not a group`)
      return Array.from(select.options, ({ text }) => text)
    }
    expect(await options('sales')).toEqual(['Create the group "Sales"', 'NORTH'])
    expect(await options('North')).toEqual(['NORTH'])
    await user.click(screen.getByRole('button', { name: 'Send 3 rows again' }))
    await screen.findAllByText('All users added successfully!')
    const { body } = await server.me.call('GET', '/twitter/accounts')
    expect((body as AccountBody[]).map(({ username, group }) => [username, group]).sort()).toEqual([
      ['@ada', 'Sales'],
      ['@bob', 'Sales'],
      ['@cy', 'NORTH'],
    ])
  })
})

describe('a row', () => {
  it('with an impossible username is refused without a call, and the next rows are sent', async () => {
    const { user } = renderConsole(server, '/admin/media-agent')
    const named = (username: string) => ({ ...sampleAccount('ada'), username })
    await choose(
      user,
      csv([named('@ada lovelace'), named('an_account_of_21_chars'), named('@zoë'), named('sixteen_letters_')]),
    )
    await screen.findAllByText('Failed to add users from CSV.')
    expect(sentUsernames()).toEqual(['sixteen_letters_'])
    expect(rowsOf('Failed rows').map(([at, username]) => [at, username])).toEqual([
      ['2', '@ada lovelace'],
      ['3', 'an_account_of_21_chars'],
      ['4', '@zoë'],
    ])
    expect((await panel()).textContent).toContain(
      'A username on X has letters (a to z), digits and underscores only, 20 at most',
    )
  })
})

describe('an import that a reload ended', () => {
  it('shows its progress, and which lines were not sent, and stores nothing of its rows', async () => {
    const first = renderConsole(server, '/admin/media-agent')
    const creation = server.gate(/POST \/twitter\/accounts/, 'all')
    await choose(first.user, csv(['ada', 'bob', 'cy', 'dee'].map((name) => sampleAccount(name))))
    await waitFor(() => expect(creation.waiting()).toBe(1))
    await creation.pass()
    await waitFor(() => expect(creation.waiting()).toBe(1))
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(sampleAccount('cy').api_secret)
    first.close()
    await creation.answer({ status: 503 })

    const { user } = renderConsole(server, '/admin/media-agent')
    expect((await panel()).textContent).toContain(
      'agents-november.csv: the import of 4 rows stopped at row 2, because you left the page. 1 account added, 0 failed. ' +
        'The row on line 3 was being sent and may have been added. Later rows, up to line 5, were not sent.',
    )
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'CSV import' })).toBeNull())
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('agents-november.csv')
  })
})
