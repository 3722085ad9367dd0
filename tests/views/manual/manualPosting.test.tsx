import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Access, XError } from '../../../server/x/types'
import { noCredentials } from '../../../src/schemas/accounts/accounts'
import type { ManualItem } from '../../../src/schemas/history/tasks'
import { openHome, preview } from '../../support/composer'
import { type DeliveringServer, postBaseUrl, startDeliveringServer } from '../../support/deliveringServer'
import { problem } from '../../support/fakeX'

let server: DeliveringServer
const target = '1900000000000000001'
const tokenOf = (access: Access) => ('bearer' in access ? access.bearer : access.access_token)

beforeEach(async () => {
  server = await startDeliveringServer()
  localStorage.setItem('auto-comment-bot.operator', '0123456789abcdef')
  server.postedTo.getPost = async (id) => {
    const found = server.postedTo.posts.find((post) => post.id === id)
    if (!found) throw new XError(`Could not find tweet with id: [${id}].`, 404)
    return found
  }
  server.postedTo.getMe = async (access) => ({ id: tokenOf(access), username: tokenOf(access) })
  await server.furnish(['ada', 'bob', 'cleo'])
})
afterEach(() => server.close())

const refuse = () => {
  const words = 'Reply to this conversation is not allowed because you have not been mentioned or otherwise engaged.'
  server.postedTo.fate = () => ({ posts: false, outcome: problem(403, words) })
}

const postManually = async ({ twitter_username, content }: ManualItem): Promise<string> => {
  server.postedTo.fate = () => ({ posts: true })
  const access_token = (twitter_username ?? '').replace('@', '')
  await server.postedTo.createReply({ ...noCredentials, access_token }, { text: content ?? '', inReplyTo: target })
  const posted = server.postedTo.posts.at(-1)
  if (!posted) throw new Error('X took nothing')
  posted.authorUsername = access_token
  refuse()
  return posted.id
}

const manual = async () => (await server.me.call('GET', '/tasks/handed-over')).body as { items: ManualItem[] }

const attention = () =>
  within(screen.getByRole('navigation', { name: 'Main' }))
    .getByRole('link', { name: 'History' })
    .closest('li')?.textContent ?? ''

it('is worked through by keyboard and by what X shows, and strip and History follow each reply that leaves', async () => {
  refuse()
  const user = await openHome(server)
  await preview(user, 3)
  await user.click(screen.getByRole('button', { name: 'Batch Send' }))
  await screen.findByRole('button', { name: /3 to post manually/ })
  expect(attention()).toContain('3 need you')
  await user.click(within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'History' }))
  await user.click(
    await within(screen.getByRole('main')).findByRole('link', { name: 'Post manually', description: '' }),
  )

  const section = within(await screen.findByRole('region', { name: 'The reply to post' }))
  const place = () => section.getByRole('status').textContent
  const { items: waiting } = await manual()
  const at = (place: number) => `${place} of 3 to post manually, for ${waiting[place - 1]?.twitter_username}`
  expect(place()).toBe(at(1))
  await user.keyboard('j')
  expect(place()).toBe(at(2))
  await user.keyboard('?')
  const sheet = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
  await user.keyboard('jx')
  await user.click(sheet.getByRole('button', { name: 'Close' }))
  expect(place()).toBe(at(2))
  const onward = section.getByRole('button', { name: 'Next reply (J)' })
  await user.click(onward)
  await user.click(onward)
  expect(place()).toBe(at(3))
  expect([onward.getAttribute('aria-disabled'), document.activeElement]).toEqual(['true', onward])
  await user.keyboard('kk')
  const { items } = await manual()
  const [first, second, third] = items as [ManualItem, ManualItem, ManualItem]
  const link = section.getByRole('link', { name: /^Open in X/ })
  expect(link.getAttribute('href')).toBe(
    `${postBaseUrl}/intent/tweet?in_reply_to=${target}&text=${encodeURIComponent(first.content ?? '')}`,
  )

  link.addEventListener('click', (event) => event.preventDefault())
  await user.keyboard('o')
  await section.findByText(/Press “Not posted” only after you have closed the tab on X/)
  await postManually(first)
  await user.keyboard('x')
  await screen.findByText('X shows the reply, so it is completed.', { selector: '[role=status] *, [role=status]' })
  await waitFor(() => expect(place()).toBe(`1 of 2 to post manually, for ${second.twitter_username}`))
  await screen.findByRole('button', { name: /1 posted, 2 to post manually/ })
  expect(attention()).toContain('2 need you')

  section.getByText(second.content ?? '')
  await user.click(section.getByText('I posted it'))
  const field = section.getByLabelText('Link of the post')
  const confirm = async (link: string) => {
    await user.clear(field)
    await user.click(field)
    await user.paste(link)
    await user.click(section.getByRole('button', { name: 'Confirm' }))
  }
  await confirm('https://example.com/')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  const byOther = await postManually({ ...second, twitter_username: '@eve' })
  await confirm(`https://x.com/eve/status/${byOther}`)
  await section.findByText(`that post is not by ${second.twitter_username}`)
  await confirm(`https://x.com/i/status/${await postManually(second)}`)
  await waitFor(() => expect(place()).toBe(`1 of 1 to post manually, for ${third.twitter_username}`))
  expect(document.activeElement?.textContent).toBe(`Post as ${third.twitter_username}`)

  section.getByText(third.content ?? '')
  await user.click(section.getByRole('button', { name: 'Not posted' }))
  await screen.findByText('No reply is left to post manually.')
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Post manually', level: 1 }))
  await screen.findByRole('button', { name: /2 posted, 1 failed/ })
  expect(attention()).toContain('1 need you')
})
