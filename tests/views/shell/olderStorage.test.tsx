import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import storage from '../../support/fixtures/storage-of-2026-11-28.json' with { type: 'json' }
import { type InProcessServer, startInProcessServer } from '../../support/inProcessServer'
import { renderConsole, textIn } from '../../support/renderConsole'
import { sampleAccount, sampleRole } from '../../support/serverFakes'

let server: InProcessServer

beforeEach(async () => {
  server = await startInProcessServer()
  await server.me.call('POST', '/groups', { name: 'launch-crew', description: 'For launches' })
  await server.me.call('POST', '/ai-roles', sampleRole)
  for (const name of ['ana', 'bob', 'cy', 'dee', 'eve', 'fay']) {
    await server.me.call('POST', '/twitter/accounts', { ...sampleAccount(name), group: 'launch-crew' })
  }
  for (const [key, value] of Object.entries(storage)) localStorage.setItem(key, value)
})
afterEach(() => server.close())

it('the draft, the links and the number of rows that the build of 28 November 2026 stored are used', async () => {
  const home = renderConsole(server, '/admin/home')
  const texts = (number: number) => within(screen.getByRole('group', { name: `Reply ${number}` }))
  await screen.findByRole('group', { name: 'Reply 3' })
  expect([1, 2, 3].map((number) => texts(number).getByText(/\w/, { selector: 'p[dir=auto]' }).textContent)).toEqual([
    'Sure. I had no plans involving this, and now I do.',
    'Kept from the last version.',
    'Well then. My calendar was empty until the business partner came along.',
  ])
  expect(['X post link', 'Group', 'Count'].map((label) => textIn(screen.getByLabelText(label)))).toEqual([
    'https://x.com/i/status/1991427730554880001',
    'launch-crew',
    '3',
  ])
  await home.user.click(await screen.findByRole('button', { name: /^To answer/ }))
  for (const author of ['linacooks', 'tomas_builds'])
    expect(await screen.findAllByText(new RegExp(author))).not.toEqual([])
  home.close()

  renderConsole(server, '/admin/media-agent')
  expect(textIn(await screen.findByLabelText('Rows per page'))).toBe('15')
})
