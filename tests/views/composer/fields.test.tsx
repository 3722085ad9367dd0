import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chooseCharacter, fetchPost, link, openHome, preview, setCount, texts } from '../../support/composer'
import { type DeliveringServer, startDeliveringServer } from '../../support/deliveringServer'
import { sampleAccount, sampleRole } from '../../support/serverFakes'

let server: DeliveringServer
beforeEach(async () => {
  server = await startDeliveringServer()
})
afterEach(() => server.close())

const idOfGroup = async (name: string) => {
  const { body } = await server.me.call('GET', '/groups')
  return (body as { id: number; name: string }[]).find((group) => group.name === name)?.id
}

describe('the fields', () => {
  beforeEach(() => server.furnish(['ada', 'bob']))

  it('show what is missing when Preview is clicked', async () => {
    const user = await openHome(server)
    await screen.findByRole('option', { name: 'launch-crew' })
    await user.click(screen.getByRole('button', { name: 'Preview' }))
    expect(await screen.findByText('X post link is required')).toBeDefined()
    expect(screen.getByText('AI Model selection is required')).toBeDefined()
    expect(screen.getByText('Group selection is required')).toBeDefined()
    expect(document.activeElement).toBe(screen.getByLabelText('X post link'))
  })

  it('hold the count between one and the number of accounts in the group', async () => {
    const user = await openHome(server)
    await screen.findByRole('option', { name: 'launch-crew' })
    await user.selectOptions(screen.getByLabelText('Group'), 'launch-crew')
    expect(await screen.findByText('2 accounts in this group, 2 active.')).toBeDefined()
    await setCount(user, '3')
    await user.click(screen.getByRole('button', { name: 'Preview' }))
    expect(await screen.findByText('Maximum value is 2')).toBeDefined()
    await setCount(user, '0')
    expect(screen.queryByText('Maximum value is 2')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Preview' }))
    expect(await screen.findByText('Reply count must be at least 1')).toBeDefined()
  })

  it('offer records created in another tab when the operator looks at the page again', async () => {
    const user = await openHome(server)
    await screen.findByRole('option', { name: 'launch-crew' })
    await user.selectOptions(screen.getByLabelText('Group'), 'launch-crew')
    await screen.findByText('2 accounts in this group, 2 active.')
    await server.me.call('POST', '/twitter/accounts', sampleAccount('elsewhere', 'launch-crew'))
    await server.me.call('POST', '/groups', { name: 'night-shift', description: 'Made elsewhere' })
    await server.me.call('POST', '/ai-roles', { ...sampleRole, name: 'Nadia' })
    act(() => document.dispatchEvent(new Event('visibilitychange')))
    await screen.findByText(/^3 accounts in this group/)
    await screen.findByRole('option', { name: 'night-shift' })
    await screen.findByRole('option', { name: /^Nadia/ })
  })

  it('show that the chosen group was deleted or renamed in another tab', async () => {
    const user = await openHome(server)
    await server.me.call('POST', '/groups', { name: 'night-shift', description: 'Stays' })
    await screen.findByRole('option', { name: 'launch-crew' })
    await user.selectOptions(screen.getByLabelText('Group'), 'launch-crew')
    await screen.findByText('2 accounts in this group, 2 active.')
    const id = await idOfGroup('launch-crew')
    await server.me.call('PUT', `/groups/${id}`, { name: 'launch-team', description: 'Renamed' })
    act(() => document.dispatchEvent(new Event('visibilitychange')))
    await screen.findByText('This group was deleted or renamed. Choose another.')
    await user.selectOptions(screen.getByLabelText('Group'), 'launch-team')
    await screen.findByText('2 accounts in this group, 2 active.')
    expect(screen.queryByText(/deleted or renamed/)).toBeNull()
  })

  it('show that the chosen group is gone when a send is refused because of that, without leaving the page', async () => {
    const user = await openHome(server)
    await preview(user, 2)
    await server.me.call('POST', '/groups', { name: 'night-shift', description: 'Stays' })
    const id = await idOfGroup('launch-crew')
    await server.me.call('DELETE', `/groups/${id}`)
    await user.click(screen.getByRole('button', { name: 'Batch Send' }))
    await screen.findByText('This group was deleted or renamed. Choose another.')
  })

  it('set the count to the number of active accounts of the group by one click', async () => {
    server.answerNext('GET /twitter/accounts', {
      status: 200,
      body: [true, true, false, true].map((is_active, index) => ({
        id: index + 1,
        username: `@agent${index}`,
        group: 'launch-crew',
        is_active,
        created_at: '2026-01-02T03:04:05.000Z',
      })),
    })
    const user = await openHome(server)
    await screen.findByRole('option', { name: 'launch-crew' })
    await user.selectOptions(screen.getByLabelText('Group'), 'launch-crew')
    await screen.findByText('4 accounts in this group, 3 active.')
    await user.click(screen.getByRole('button', { name: 'Use all 3 accounts' }))
    expect(screen.getByLabelText<HTMLInputElement>('Count').value).toBe('3')
  })

  it('name the deleted choice, without a number', async () => {
    const user = await openHome(server)
    await preview(user, 1)
    cleanup()
    const { body } = await server.me.call('GET', '/ai-roles')
    await server.me.call('DELETE', `/ai-roles/${(body as { id: number }[])[0]?.id}`)
    const again = await openHome(server)
    await screen.findByRole('option', { name: 'Deleted character' })
    const chosen = (label: string) => screen.getByLabelText<HTMLSelectElement>(label).selectedOptions[0]?.text
    expect(chosen('AI/Model')).toBe('Deleted character')

    await again.click(screen.getByRole('tab', { name: 'Solo Send' }))
    await screen.findByRole('option', { name: '@ada' })
    await again.selectOptions(screen.getByLabelText('Media Agent'), '@ada')
    cleanup()
    const { body: accounts } = await server.me.call('GET', '/twitter/accounts')
    const ada = (accounts as { id: number; username: string }[]).find(({ username }) => username === '@ada')
    await server.me.call('DELETE', `/twitter/accounts/${ada?.id}`)
    await openHome(server)
    await screen.findByRole('option', { name: 'Deleted account' })
    expect(chosen('Media Agent')).toBe('Deleted account')
  })

  it('explain below a foreign link why its content could not be fetched', async () => {
    const user = await openHome(server)
    await fetchPost(user, 'https://x.com.example.org/maker/status/1900000000000000001')
    await screen.findByText('Get content fail.')
    screen.getByText('Paste a link to one post on x.com or twitter.com')
  })

  it('show below the link that the content could not be fetched, and keep the typed text', async () => {
    server.answerNext('POST /twitter/tweet/content', { status: 404, body: { detail: 'X has no such post' } })
    const user = await openHome(server)
    await fetchPost(user)
    expect(await screen.findByText('Get content fail.')).toBeDefined()
    expect(screen.getByLabelText<HTMLInputElement>('X post link').value).toBe(link)
  })

  it('require the content before a preview', async () => {
    const user = await openHome(server)
    await user.click(await screen.findByLabelText('X post link'))
    await user.paste(link)
    await chooseCharacter(user)
    await user.selectOptions(screen.getByLabelText('Group'), 'launch-crew')
    await user.click(screen.getByRole('button', { name: 'Preview' }))
    expect(await screen.findByText('Fetch tweet content first!')).toBeDefined()
  })

  it('fetch the content when Enter is pressed in the link', async () => {
    const user = await openHome(server)
    await user.type(await screen.findByLabelText('X post link'), `${link}{Enter}`)
    const told = await screen.findByText('Get content success!')
    expect(told.closest('.text-success-ink')).not.toBeNull()
    expect(told.closest('.text-danger-ink')).toBeNull()
    expect(screen.getByText('Text of 1900000000000000001')).toBeDefined()
  })

  it('restart in the other mode', async () => {
    const user = await openHome(server)
    await preview(user, 2)
    await user.click(screen.getByRole('tab', { name: 'Solo Send' }))
    expect(await screen.findByLabelText('Media Agent')).toBeDefined()
    expect(screen.queryByLabelText('Count')).toBeNull()
    expect(screen.getByLabelText<HTMLInputElement>('X post link').value).toBe('')
    expect(texts()).toEqual([])
  })
})
