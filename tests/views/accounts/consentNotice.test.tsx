import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { Consent } from '../../../src/schemas/accounts/connections'
import ConsentNotice from '../../../src/views/accounts/ConsentNotice'
import { historyPushes } from '../../support/historyPushes'
import { renderPart } from '../../support/renderPart'

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const click = (name: string) => userEvent.click(button(name))
const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent)
const never = () => new Promise<never>(() => undefined)

describe('the outcome of a visit to X’s page', () => {
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
  const again = 'Press Add Media Agent to start again.'

  it.each([
    ['connected', '@ada', null, 'status', '@ada is connected with OAuth 2.0 and can post.'],
    [
      'renewed',
      '@ada',
      null,
      'status',
      '@ada was already connected. Its connection is renewed, and its queued replies will be sent.',
    ],
    ['denied', null, null, 'alert', `You cancelled on X’s page. Nothing was connected. ${again}`],
    ['late', null, null, 'alert', `You returned from X after more than ten minutes. Nothing was connected. ${again}`],
    [
      'other_account',
      '@eve',
      null,
      'alert',
      'You gave consent on X as @eve, not as the account that you wanted to connect. Nothing changed. Log in to X as that account, then start again.',
    ],
    [
      'read_only',
      '@ada',
      null,
      'alert',
      'X gave this app only read access to @ada. Nothing was connected. Set your app to Read and write on X’s developer site, then start again.',
    ],
    ['refused', null, 'the code was used', 'alert', `The account was not connected: the code was used. ${again}`],
    ['failed', '@ada', null, 'alert', `@ada was not connected: X gave no reason. ${again}`],
  ] as const)('is shown if it is %s', async (outcome, username, detail, role, words) => {
    const pushes = historyPushes()
    open(async () => ({ outcome, username, detail }))
    await waitFor(async () => expect(await told(role)).toBe(words))
    await waitFor(() => expect(window.location.search).toBe('?sort=username'))
    expect([buttons(), pushes()]).toEqual([['Dismiss'], 0])
    await click('Dismiss')
    expect([screen.queryByText(words), document.activeElement]).toEqual([null, screen.getByRole('heading')])
  })

  it('is loaded once, then repeatedly until it is known', async () => {
    let answer: (consent: Consent) => void = () => undefined
    open(
      () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    )
    expect([await told('status'), buttons()]).toEqual(['Checking the connection...', ['Dismiss']])
    answer({ outcome: null, username: null, detail: null })
    expect(await told('alert')).toBe(
      'You have not finished on X’s page yet, or the server is still processing X’s answer. Nothing is connected so far. Finish on X’s page and try again here, or press Add Media Agent to start again.',
    )
    expect([buttons(), window.location.search]).toEqual([
      ['Try again', 'Reload', 'Dismiss'],
      '?consent=journey&sort=username',
    ])
    await click('Try again')
    expect([await told('status'), document.activeElement]).toEqual(['Checking the connection...', button('Dismiss')])
  })

  it('can be loaded again if it could not be loaded', async () => {
    open(async () => Promise.reject(new Error('away')))
    expect(await told('alert')).toBe('The result of the connection could not be read.')
    expect(buttons()).toEqual(['Try again', 'Reload', 'Dismiss'])
  })

  it('is unknown here if it began in another browser', async () => {
    open(never, 'unknown')
    expect(await told('alert')).toBe(
      `This answer from X belongs to a connection that was started in another browser or session. Nothing was connected. ${again}`,
    )
    expect(buttons()).toEqual(['Dismiss'])
  })
})
