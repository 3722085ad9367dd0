import { act, screen, within } from '@testing-library/react'
import { encode } from 'uqr'
import { describe, expect, it, vi } from 'vitest'
import type { Passkeys } from '../../../src/schemas/security/passkeys'
import type { Enrolment, SecondFactor as Factor } from '../../../src/schemas/security/secondFactor'
import { ApiError } from '../../../src/services/api/api'
import SecondFactor from '../../../src/views/security/SecondFactor'
import { shortTime } from '../../../src/views/ui/localTimes'
import { closingIsQuestioned } from '../../support/renderConsole'
import { renderPart } from '../../support/renderPart'
import { withResolvers } from '../../support/withResolvers'

const localTime = (at: string) => shortTime(new Date(at))

const off: Factor = { enrolled_at: null, recovery_codes: 0, confirmed_until: null, passkeys: 0 }
const on: Factor = { ...off, enrolled_at: '2026-01-02T03:04:05.000Z', recovery_codes: 9 }
const confirmed = { confirmed_until: new Date(Date.now() + 300_000).toISOString() }
const noPasskeys: Passkeys = { passkeys: [], unavailable: null }

const open = async (factor: Factor, api: object = {}, services = {}) => {
  const onEnrolled = vi.fn()
  const getSecondFactor = vi.fn(async () => factor)
  const view = renderPart(<SecondFactor onEnrolled={onEnrolled} />, {
    api: { getSecondFactor, listPasskeys: async () => noPasskeys, ...api },
    services,
  })
  const section = within(await screen.findByRole('region', { name: 'Second factor' }))
  return { ...view, section, onEnrolled, getSecondFactor }
}

const isDisabled = (button: HTMLElement) => button.hasAttribute('disabled')
const noteOf = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent

describe('texts about the second factor', () => {
  const off1 =
    'The second factor is off: a stolen password is enough to sign in as you. With an authenticator app, sign-in also asks for a code.'
  const byPassword =
    'Creating API tokens, ending sessions and managing operators needs your password. The confirmation is valid for ten minutes.'
  const since = `On since ${localTime('2026-01-02T03:04:05.000Z')}`
  const needs = "Ending sessions, or changing your password, an account's credentials or this setting, needs"
  const until = `Your identity is confirmed until ${localTime(confirmed.confirmed_until)}.`

  it.each<[string, Factor, string[], string[]]>([
    ['off', off, [byPassword, off1], ['Confirm it is me', 'Set up an authenticator app']],
    [
      'off, where no passkeys are known',
      { ...off, passkeys: undefined },
      [byPassword, off1],
      ['Confirm it is me', 'Set up an authenticator app'],
    ],
    [
      'on by an app',
      on,
      [`${since}, with 9 recovery codes left. ${needs} a code. The confirmation is valid for ten minutes.`],
      ['Confirm it is me'],
    ],
    [
      'on by an app and a passkey',
      { ...on, passkeys: 2, recovery_codes: 1 },
      [`${since}, with 1 recovery code left. ${needs} a code or a passkey. The confirmation is valid for ten minutes.`],
      ['Confirm with a passkey', 'Confirm it is me'],
    ],
    [
      'on by a passkey',
      { ...off, passkeys: 1 },
      [
        `The second factor is on: sign-in asks for a passkey after your password, with 0 recovery codes left. ${needs} a passkey or a recovery code. The confirmation is valid for ten minutes.`,
      ],
      ['Confirm with a passkey', 'Confirm it is me'],
    ],
    [
      'on by an app, and confirmed',
      { ...on, ...confirmed },
      [`${since}, with 9 recovery codes left. ${needs} a code. The confirmation is valid for ten minutes.`, until],
      ['Create new recovery codes', 'Turn off'],
    ],
    [
      'on by a passkey, and confirmed',
      { ...off, passkeys: 1, recovery_codes: 8, ...confirmed },
      [
        `The second factor is on: sign-in asks for a passkey after your password, with 8 recovery codes left. ${needs} a passkey or a recovery code. The confirmation is valid for ten minutes.`,
        until,
      ],
      ['Create new recovery codes', 'Set up an authenticator app'],
    ],
  ])('if it is %s', async (_, factor, words, buttons) => {
    const { section } = await open(factor)
    expect(
      [...document.querySelectorAll('[aria-labelledby="second-factor-heading"] p')].map((p) => p.textContent),
    ).toEqual(words)
    const named = section
      .getAllByRole('button')
      .map((button) => button.textContent || button.getAttribute('aria-label'))
    expect(named.filter((name) => !name?.startsWith('Show'))).toEqual(buttons)
  })

  it.each([
    [on, 'Code'],
    [{ ...off, passkeys: 1 }, 'Recovery code'],
  ])('of %j asks for its kind of code', async (factor, label) => {
    const { section } = await open(factor)
    const field = section.getByLabelText<HTMLInputElement>(label)
    expect([field.autocomplete, field.getAttribute('spellcheck'), field.getAttribute('autocapitalize')]).toEqual([
      'one-time-code',
      'false',
      'none',
    ])
  })

  it.each<[string, Factor, string[]]>([
    ['the password, where none is on', off, ['Passkey name', 'Your password, to add a passkey']],
    ['a confirmation, where an app is on', on, []],
    ['a confirmation, where a passkey is there', { ...off, passkeys: 1 }, []],
    ['nothing, where it was confirmed', { ...on, ...confirmed }, ['Passkey name']],
  ])('leaves a passkey to be added with %s', async (_, factor, fields) => {
    await open(factor)
    const passkeys = await screen.findByRole('region', { name: 'Passkeys' })
    expect([...passkeys.querySelectorAll('label')].map((label) => label.textContent)).toEqual(fields)
  })

  it('do not mention passkeys if the server does not offer them', async () => {
    const listPasskeys = vi.fn(async () => noPasskeys)
    await open({ ...off, passkeys: undefined }, { listPasskeys })
    expect([listPasskeys.mock.calls.length, screen.queryByRole('region', { name: 'Passkeys' })]).toEqual([0, null])
  })

  it('are hidden if the server offers no second factor', async () => {
    const getSecondFactor = vi.fn(() => Promise.reject(new ApiError(404, undefined)))
    const { container } = renderPart(<SecondFactor onEnrolled={() => {}} />, { api: { getSecondFactor } })
    await act(async () => {})
    expect([getSecondFactor.mock.calls.length, container.textContent]).toEqual([1, ''])
  })

  it('can be requested again if they do not load', async () => {
    const getSecondFactor = vi.fn(async () => off).mockRejectedValueOnce(new ApiError(500, undefined))
    const api = { getSecondFactor, listPasskeys: async () => noPasskeys }
    const { user } = renderPart(<SecondFactor onEnrolled={() => {}} />, { api })
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    await screen.findByText(/^The second factor is off: /)
    expect(getSecondFactor).toHaveBeenCalledTimes(2)
  })
})

describe('an authenticator app during its setup', () => {
  const address = 'otpauth://totp/Auto%20Comment%20Bot?secret=JBSWY3DPEHPK3PXP'

  it('gets its key by a picture and in letters, then shows a code, and recovery codes are shown once', async () => {
    const started = withResolvers<Enrolment>()
    const enrolled = withResolvers<{ recovery_codes: string[] }>()
    const startSecondFactor = vi.fn(() => started.promise)
    const enrolSecondFactor = vi.fn(() => enrolled.promise)
    const { user, section, copied, onEnrolled, getSecondFactor } = await open(off, {
      startSecondFactor,
      enrolSecondFactor,
    })
    const password = section.getByLabelText<HTMLInputElement>('Your password')
    expect(password.autocomplete).toBe('current-password')
    await user.type(password, 'secret')
    await user.click(section.getByRole('button', { name: 'Set up an authenticator app' }))
    expect(isDisabled(section.getByRole('button', { name: 'Starting...' }))).toBe(true)
    expect(startSecondFactor.mock.calls).toEqual([[{ body: { current_password: 'secret' } }]])
    await act(async () => started.resolve({ secret: 'JBSWY3DPEHPK3PXP', address }))

    section.getByText('JBSWY3DPEHPK3PXP')
    const { size, data } = encode(address, { border: 4 })
    const picture = section.getByRole('img', { name: 'QR code' })
    expect(picture.getAttribute('viewBox')).toBe(`0 0 ${size} ${size}`)
    const [ground, squares] = picture.children
    expect([ground?.getAttribute('width'), ground?.getAttribute('height')]).toEqual([String(size), String(size)])
    const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
    expect(squares?.getAttribute('d')).toBe(dark.join(''))
    await user.click(section.getByRole('button', { name: 'Copy the key' }))

    const code = section.getByLabelText('Code from the app')
    await user.click(section.getByRole('button', { name: 'Turn on' }))
    expect(noteOf(code)).toBe('A code has at least six digits')
    await user.type(code, '123456')
    await user.click(section.getByRole('button', { name: 'Turn on' }))
    expect(isDisabled(section.getByRole('button', { name: 'Checking...' }))).toBe(true)
    expect(enrolSecondFactor.mock.calls).toEqual([[{ body: { code: '123456' } }]])
    expect([onEnrolled.mock.calls.length, closingIsQuestioned()]).toEqual([0, false])
    await act(async () => enrolled.resolve({ recovery_codes: ['AAAA-1', 'BBBB-2'] }))

    expect([onEnrolled.mock.calls.length, closingIsQuestioned()]).toEqual([1, true])
    expect(section.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['AAAA-1', 'BBBB-2'])
    await user.click(section.getByRole('button', { name: 'Copy the recovery codes' }))
    expect(copied).toEqual(['JBSWY3DPEHPK3PXP', 'AAAA-1\nBBBB-2'])
    getSecondFactor.mockResolvedValue({ ...on, ...confirmed })
    await user.click(section.getByRole('button', { name: 'I saved these codes' }))
    await section.findByText(/^On since/)
    expect([section.queryByText('AAAA-1'), closingIsQuestioned()]).toEqual([null, false])
  })

  it('needs a password', async () => {
    const startSecondFactor = vi.fn()
    const { user, section } = await open(off, { startSecondFactor })
    await user.click(section.getByRole('button', { name: 'Set up an authenticator app' }))
    expect(noteOf(section.getByLabelText('Your password'))).toBe('Password is required')
    expect(startSecondFactor).not.toHaveBeenCalled()
  })

  it.each([
    ['current_password: This is not your password', 'This is not your password'],
    ['Try later: too many', 'Try later: too many'],
  ])('is refused with "%s" at the password', async (detail, words) => {
    const startSecondFactor = vi.fn(() => Promise.reject(new ApiError(422, detail)))
    const { user, section } = await open(off, { startSecondFactor })
    await user.type(section.getByLabelText('Your password'), 'guess')
    await user.click(section.getByRole('button', { name: 'Set up an authenticator app' }))
    await section.findByText(words)
    expect(noteOf(section.getByLabelText('Your password'))).toBe(words)
  })

  it('is cancelled silently', async () => {
    const { user, section } = await open(off, {
      startSecondFactor: async () => ({ secret: 'JBSWY3DPEHPK3PXP', address }),
    })
    await user.type(section.getByLabelText('Your password'), 'secret')
    await user.click(section.getByRole('button', { name: 'Set up an authenticator app' }))
    await user.click(await section.findByRole('button', { name: 'Cancel' }))
    await section.findByText(/^The second factor is off: /)
    expect(section.queryByText('JBSWY3DPEHPK3PXP')).toBeNull()
  })
})

describe("the operator's identity", () => {
  it('is confirmed by a code, or shows why the code was refused', async () => {
    const confirmSession = vi.fn(() => Promise.reject<undefined>(new ApiError(422, 'code: This code is wrong')))
    const { user, section, getSecondFactor } = await open(on, { confirmSession })
    await user.type(section.getByLabelText('Code'), ' 654321 ')
    await user.click(section.getByRole('button', { name: 'Confirm it is me' }))
    await section.findByText('This code is wrong')
    expect(noteOf(section.getByLabelText('Code'))).toBe('This code is wrong')
    expect(confirmSession.mock.calls).toEqual([[{ body: { code: '654321' } }]])
    confirmSession.mockResolvedValue(undefined)
    getSecondFactor.mockResolvedValue({ ...on, ...confirmed })
    await user.click(section.getByRole('button', { name: 'Confirm it is me' }))
    await section.findByText(/^Your identity is confirmed until/)
  })

  it('is confirmed by a passkey, after a wait that can be cancelled', async () => {
    const asked = withResolvers<never>()
    const startConfirmation = vi.fn(() => asked.promise)
    const { user, section } = await open(
      { ...on, passkeys: 1 },
      { startConfirmation },
      { passkeys: { get: () => asked.promise } },
    )
    await user.click(section.getByRole('button', { name: 'Confirm with a passkey' }))
    await user.click(section.getByRole('button', { name: 'Cancel waiting for your passkey' }))
    section.getByRole('button', { name: 'Confirm with a passkey' })
    expect(startConfirmation).toHaveBeenCalledTimes(1)
  })
})

describe('after the confirmation', () => {
  it('new recovery codes are created, and nothing else at that time', async () => {
    const renewed = withResolvers<{ recovery_codes: string[] }>()
    const { user, section } = await open({ ...on, ...confirmed }, { renewRecoveryCodes: () => renewed.promise })
    await user.click(section.getByRole('button', { name: 'Create new recovery codes' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Create new recovery codes?' }))
    await user.click(question.getByRole('button', { name: 'Create new codes' }))
    expect(question.getByText('Creating...')).toBeDefined()
    await act(async () => renewed.resolve({ recovery_codes: ['CCCC-3'] }))
    section.getByText('CCCC-3')
  })

  it('the app is turned off, and nothing else at that time', async () => {
    const removed = withResolvers()
    const removeSecondFactor = vi.fn(() => removed.promise)
    const { user, section, getSecondFactor } = await open({ ...on, ...confirmed }, { removeSecondFactor })
    await user.click(section.getByRole('button', { name: 'Turn off' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Turn off the authenticator app?' }))
    question.getByText('After that, your password is enough to sign in, and the recovery codes stop working.')
    expect(removeSecondFactor).not.toHaveBeenCalled()
    await user.click(question.getByRole('button', { name: 'Turn off' }))
    expect(question.getByText('Turning off...')).toBeDefined()
    getSecondFactor.mockResolvedValue(off)
    await act(async () => removed.resolve())
    await section.findByText(/^The second factor is off: /)
  })
})

it('a removed passkey causes a reload of the second factor and the account', async () => {
  const key = {
    id: 5,
    label: 'Red phone',
    created_at: '2026-01-02T03:04:05.000Z',
    last_used_at: null,
    synced: true,
    blocked_at: null,
  }
  const { user, onEnrolled, getSecondFactor } = await open(
    { ...on, ...confirmed },
    { listPasskeys: async () => ({ passkeys: [key], unavailable: null }), deletePasskey: async () => undefined },
  )
  await user.click(await screen.findByRole('button', { name: 'Remove Red phone' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
  await act(async () => {})
  expect([onEnrolled.mock.calls.length, getSecondFactor.mock.calls.length]).toEqual([1, 2])
})
