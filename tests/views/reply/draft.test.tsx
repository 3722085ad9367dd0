import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { link, openHome, preview, replyCard, texts } from '../../support/composer'
import { type DeliveringServer, startDeliveringServer } from '../../support/deliveringServer'

let server: DeliveringServer
beforeEach(async () => {
  server = await startDeliveringServer()
})
afterEach(() => server.close())

describe('a draft', () => {
  beforeEach(() => server.furnish(['ada', 'bob']))

  it('survives a reload', async () => {
    const user = await openHome(server)
    await preview(user, 2)
    const reviewed = texts()
    cleanup()
    await openHome(server)
    await replyCard(2)
    expect(texts()).toEqual(reviewed)
    expect(screen.getByLabelText<HTMLInputElement>('X post link').value).toBe(link)
    await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Group').value).toBe('launch-crew'))
  })

  it('is cleared on request', async () => {
    const user = await openHome(server)
    await preview(user, 1)
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    expect(screen.getByLabelText<HTMLInputElement>('X post link').value).toBe('')
    expect(texts()).toEqual([])
    expect(document.activeElement).toBe(screen.getByLabelText('X post link'))
    expect(screen.queryByText('Draft kept on this device')).toBeNull()
  })
})
