import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openHome, preview, replyCard, texts } from '../../support/composer'
import { type DeliveringServer, postBaseUrl, startDeliveringServer } from '../../support/deliveringServer'

let server: DeliveringServer
beforeEach(async () => {
  server = await startDeliveringServer()
})
afterEach(() => server.close())

describe('with a provider that answers only the fields of the specification', () => {
  beforeEach(() => server.furnish(['ada']))

  it('shows the handle and id of the link, and leads to History after a send', async () => {
    server.answerNext('POST /twitter/tweet/content', { status: 200, body: { tweet_id: '1900000000000000001' } })
    server.answerNext('POST /twitter/tweet/generate-reply', {
      status: 200,
      body: { replies: [{ reply_id: 7, content: 'Hello' }] },
    })
    server.answerNext('POST /twitter/tweet/batch-post-replies', { status: 200 })
    const user = await openHome(server)
    await preview(user, 1)
    const post = screen.getByRole('article')
    expect(post.textContent).toContain('@maker')
    expect(post.textContent).toContain('Post 1900000000000000001')
    expect(within(post).getByRole('link', { name: 'Open on X' }).getAttribute('href')).toBe(
      `${postBaseUrl}/maker/status/1900000000000000001`,
    )
    server.answerNext('GET /twitter/replies/detail/7', {
      status: 200,
      body: { id: 7, content: 'Hello from the store' },
    })
    server.answerNext('PUT /twitter/replies/7', { status: 204 })
    await user.click(within(await replyCard(1)).getByRole('button', { name: 'Edit' }))
    const field = await screen.findByRole('textbox', { name: 'Reply Content' })
    await waitFor(() => expect(field).toHaveProperty('value', 'Hello from the store'))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(texts()).toEqual(['Hello from the store']))
    await user.click(screen.getByRole('button', { name: 'Batch Send' }))
    const outcome = await screen.findByRole('region', { name: 'Sent' })
    expect(within(outcome).getByRole('link', { name: 'History' }).getAttribute('href')).toBe('/admin/history')
  })
})
