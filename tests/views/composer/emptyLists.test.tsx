import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openHome } from '../../support/composer'
import { type DeliveringServer, postBaseUrl, startDeliveringServer } from '../../support/deliveringServer'

let server: DeliveringServer
beforeEach(async () => {
  server = await startDeliveringServer()
})
afterEach(() => server.close())

describe('without anything to choose from', () => {
  it('shows what to create first, at the fields and in a checklist', async () => {
    const user = await openHome(server)
    expect(await screen.findByText(/No AI roles found\. Please create an AI Model first\./)).toBeDefined()
    expect(screen.getByText(/No groups found\. Please create a group first\./)).toBeDefined()
    const checklist = screen.getByRole('region', { name: 'Before your first reply' })
    expect(
      within(checklist)
        .getAllByRole('link')
        .map((each) => each.getAttribute('href')),
    ).toEqual(['/admin/group', '/admin/media-agent', '/admin/ai-character'])
    expect(screen.queryByRole('button', { name: 'Load sample data' })).toBeNull()
    await user.click(screen.getByRole('tab', { name: 'Solo Send' }))
    expect(await screen.findByText(/No Media Agent found\. Please create a group first\./)).toBeDefined()
  })

  it('offers sample data in the sandbox, and shows it when it is loaded', async () => {
    server.answerNext('GET /meta', {
      status: 200,
      body: { takes_expected: true, sandbox: true, sign_up_open: true, x_post_base_url: postBaseUrl },
    })
    const user = await openHome(server)
    server.answerNext('POST /sandbox/sample', { status: 503, body: { detail: 'The sandbox is away' } })
    await user.click(await screen.findByRole('button', { name: 'Load sample data' }))
    expect(await screen.findAllByText('The sandbox is away')).not.toEqual([])
    await server.furnish(['ada'])
    server.answerNext('POST /sandbox/sample', { status: 201 })
    await user.click(screen.getByRole('button', { name: 'Load sample data' }))
    expect(await screen.findByRole('option', { name: 'launch-crew' })).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Before your first reply' })).toBeNull())
  })

  it('stays silent about a list that could not be loaded, and offers to try again', async () => {
    await server.furnish(['ada'])
    server.answerNext('GET /groups', { status: 500 })
    const user = await openHome(server)
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('option', { name: 'launch-crew' })).toBeDefined()
    expect(screen.queryByText('No groups found. Please create a group first.')).toBeNull()
  })
})
