import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withLocalTimes } from '../../../src/views/ui/localTimes'
import { chooseCharacter, fetchPost, openHome, preview } from '../../support/composer'
import { type DeliveringServer, startDeliveringServer } from '../../support/deliveringServer'

let server: DeliveringServer
beforeEach(async () => {
  server = await startDeliveringServer()
  await server.furnish(['ada'])
})
afterEach(() => server.close())

const refuseContent = (status: number, detail: string) =>
  server.answerNext('POST /twitter/tweet/content', { status, body: { detail } })

describe('the reason why Get Content failed is below the specified words, with the next step', () => {
  it('leads to the media agents if none is connected', async () => {
    refuseContent(409, 'Connect a media agent first: it is needed to read posts')
    const user = await openHome(server)
    await fetchPost(user)
    await screen.findByText('Get content fail.')
    screen.getByText('Connect a media agent first: it is needed to read posts')
    expect(screen.getByRole('link', { name: 'Add Media Agent' }).getAttribute('href')).toBe('/admin/media-agent')
  })

  it('returns to the link if X has no such post', async () => {
    refuseContent(404, 'X has no such post')
    const user = await openHome(server)
    await fetchPost(user)
    await screen.findByText('X has no such post')
    await user.click(screen.getByRole('button', { name: 'Change the link' }))
    expect(document.activeElement).toBe(screen.getByLabelText('X post link'))
  })

  it.each([
    [503, 'X: Too Many Requests. X answers again in 40 seconds, at 08:00 UTC.'],
    [502, 'Your enrolled account has no credits.'],
  ])('is requested again after %i', async (status, detail) => {
    refuseContent(status, detail)
    const user = await openHome(server)
    await fetchPost(user)
    const said = withLocalTimes(detail)
    await screen.findByText(said)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('Get content success!')
    expect(screen.queryByText(said)).toBeNull()
  })

  it('reports that no answer arrived', async () => {
    server.answerNext('POST /twitter/tweet/content', { status: 0 })
    const user = await openHome(server)
    await fetchPost(user)
    await screen.findByText('The server cannot be reached')
  })
})

describe('the reason why Preview failed stays after its toast', () => {
  it('with a button to try again', async () => {
    const detail = 'The model did not answer in time'
    server.answerNext('POST /twitter/tweet/generate-reply', { status: 502, body: { detail } })
    const user = await openHome(server)
    await fetchPost(user)
    await screen.findByText('Get content success!')
    await chooseCharacter(user)
    await user.selectOptions(screen.getByLabelText('Group'), 'launch-crew')
    await user.click(screen.getByRole('button', { name: 'Preview' }))
    const again = await screen.findByRole('button', { name: 'Try again' })
    expect(again.parentElement?.textContent).toContain(detail)
    await user.click(again)
    await screen.findByRole('group', { name: 'Reply 1' })
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull())
  })

  it('but not after the fields changed', async () => {
    const user = await openHome(server)
    await preview(user, 1)
    server.answerNext('POST /twitter/tweet/generate-reply', { status: 502, body: { detail: 'No model' } })
    await user.click(screen.getByRole('button', { name: 'Preview' }))
    await screen.findByRole('button', { name: 'Try again' })
    await user.selectOptions(screen.getByLabelText('Group'), '')
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })
})
