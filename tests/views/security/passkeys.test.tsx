import { act, screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { Passkeys as List, Passkey } from '../../../src/schemas/security/passkeys'
import { ApiError } from '../../../src/services/api/api'
import Passkeys, { type PasskeysProps } from '../../../src/views/security/Passkeys'
import { shortTime } from '../../../src/views/ui/localTimes'
import { renderPart } from '../../support/renderPart'
import { withResolvers } from '../../support/withResolvers'

const localTime = (at: string) => shortTime(new Date(at))

const blue: Passkey = {
  id: 1,
  label: 'Blue laptop',
  created_at: '2026-01-02T03:04:05.000Z',
  last_used_at: '2026-02-03T04:05:06.000Z',
  synced: true,
  blocked_at: null,
}
const grey: Passkey = {
  id: 2,
  label: 'Grey key',
  created_at: '2026-03-04T05:06:07.000Z',
  last_used_at: null,
  synced: false,
  blocked_at: '2026-04-05T06:07:08.000Z',
}

const open = async (
  list: Partial<List> = {},
  { asks, api = {}, create }: { asks?: PasskeysProps['asks']; api?: object; create?: () => Promise<never> } = {},
) => {
  const onChanged = vi.fn()
  const listPasskeys = vi.fn(async () => ({ passkeys: [blue, grey], unavailable: null, ...list }))
  const view = renderPart(<Passkeys asks={asks} onChanged={onChanged} />, {
    api: { listPasskeys, ...api },
    services: create ? { passkeys: { create } } : {},
  })
  const section = within(await screen.findByRole('region', { name: 'Passkeys' }))
  return { ...view, section, onChanged, listPasskeys }
}

const button = (name: string) => screen.getByRole('button', { name })
const isDisabled = (name: string) => button(name).hasAttribute('disabled')

describe('the list of passkeys', () => {
  it('shows for each passkey its device, its last use, and its state', async () => {
    const { section } = await open()
    const rows = section.getAllByRole('listitem').map((row) => [...row.querySelectorAll('p')].map((p) => p.textContent))
    expect(rows).toEqual([
      [
        'Blue laptop Synced',
        `used ${localTime('2026-02-03T04:05:06.000Z')}, since ${localTime('2026-01-02T03:04:05.000Z')}`,
      ],
      [
        'Grey key Blocked',
        `never used, since ${localTime('2026-03-04T05:06:07.000Z')}, on one device only`,
        `Blocked since ${localTime('2026-04-05T06:07:08.000Z')}, because its counter went backwards: the passkey may have been copied, or this server's database was restored. Remove the passkey and add a new one.`,
      ],
    ])
  })

  it('has no mark if a passkey is neither blocked nor synced', async () => {
    const { section } = await open({ passkeys: [{ ...grey, blocked_at: null }] })
    expect(section.getByText('Grey key').textContent?.trim()).toBe('Grey key')
  })

  it('is hidden if it is empty', async () => {
    const { section } = await open({ passkeys: [] })
    expect(section.queryByRole('list')).toBeNull()
  })

  it('is hidden if the server has none', async () => {
    const listPasskeys = vi.fn(() => Promise.reject(new ApiError(404, undefined)))
    const { container } = renderPart(<Passkeys asks={undefined} onChanged={() => {}} />, {
      api: { listPasskeys },
    })
    await act(async () => {})
    expect([listPasskeys.mock.calls.length, container.textContent]).toEqual([1, ''])
  })

  it('can be requested again if it does not load', async () => {
    const listPasskeys = vi
      .fn(async () => ({ passkeys: [blue], unavailable: null }))
      .mockRejectedValueOnce(new ApiError(500, undefined))
    const { user } = renderPart(<Passkeys asks={undefined} onChanged={() => {}} />, { api: { listPasskeys } })
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    await screen.findByText('Blue laptop')
    expect(listPasskeys).toHaveBeenCalledTimes(2)
  })
})

describe('the requirements before a passkey is added', () => {
  it.each([
    [undefined, null, ['Passkey name'], undefined],
    ['password', null, ['Passkey name', 'Your password, to add a passkey'], undefined],
    ['confirmation', null, [], 'Confirm your identity above before you add or remove a passkey.'],
    ['password', 'Passkeys need a name in the address', [], 'Passkeys need a name in the address.'],
    ['confirmation', 'Passkeys need https', [], 'Passkeys need https.'],
  ] as const)('is %s, with "%s": %j', async (asks, unavailable, fields, words) => {
    const { section } = await open({ unavailable, passkeys: [] }, { asks })
    const labels = [...document.querySelectorAll('label')].map((label) => label.textContent)
    expect(labels).toEqual(fields)
    expect(section.queryByText(words ?? 'none')?.textContent).toBe(words)
  })

  it.each([
    [undefined, false],
    ['password', true],
    ['confirmation', true],
  ] as const)('is %s, until which none is removed: %s', async (asks, isLocked) => {
    await open({}, { asks })
    expect([isDisabled('Remove Blue laptop'), isDisabled('Rename Blue laptop')]).toEqual([isLocked, false])
  })
})

describe('a new passkey', () => {
  const name = () => screen.getByRole('textbox', { name: 'Passkey name' })
  const errorOf = (field: HTMLElement) =>
    document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent

  it('is created by the server and the device; waiting for the device can be cancelled', async () => {
    const asked = withResolvers<never>()
    const startPasskey = vi.fn(() => asked.promise)
    const { user } = await open({}, { api: { startPasskey } })
    expect(errorOf(name())).toBe('For example, the device that holds the passkey.')
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
    await user.type(name(), 'Red phone')
    await user.click(button('Add a passkey'))
    expect(isDisabled('Waiting for your device...')).toBe(true)
    expect([isDisabled('Remove Blue laptop'), isDisabled('Rename Blue laptop')]).toEqual([true, true])
    expect(startPasskey.mock.calls).toEqual([[{ body: {} }]])
    await user.click(button('Cancel'))
    expect([isDisabled('Add a passkey'), isDisabled('Remove Blue laptop')]).toEqual([false, false])
    expect(name()).toHaveProperty('value', 'Red phone')
  })

  it('needs a name, and a password if that is required', async () => {
    const startPasskey = vi.fn()
    const { user } = await open({}, { asks: 'password', api: { startPasskey } })
    await user.click(button('Add a passkey'))
    await screen.findByText('Enter a name')
    expect(errorOf(name())).toBe('Enter a name')
    expect(errorOf(screen.getByLabelText('Your password, to add a passkey'))).toBe('Password is required')
    expect(startPasskey).not.toHaveBeenCalled()
  })

  it.each([
    [
      'current_password: This is not your password',
      'For example, the device that holds the passkey.',
      'This is not your password',
    ],
    ['label: Give it another name', 'Give it another name', undefined],
    ['You have 20 passkeys already', 'You have 20 passkeys already', undefined],
  ])('is refused with "%s" at the wrong field', async (detail, atName, atPassword) => {
    const startPasskey = vi.fn(() => Promise.reject(new ApiError(422, detail)))
    const { user } = await open({}, { asks: 'password', api: { startPasskey } })
    await user.type(name(), 'Red phone')
    await user.type(screen.getByLabelText('Your password, to add a passkey'), 'secret')
    await user.click(button('Add a passkey'))
    await screen.findByText(atPassword ?? atName)
    expect([errorOf(name()), errorOf(screen.getByLabelText('Your password, to add a passkey'))]).toEqual([
      atName,
      atPassword,
    ])
    expect(startPasskey.mock.calls).toEqual([[{ body: { current_password: 'secret' } }]])
  })
})

describe('a renamed passkey', () => {
  it('is edited in its row, which is restored on Cancel', async () => {
    const { user, section } = await open()
    await user.click(button('Rename Grey key'))
    const field = section.getByRole('textbox', { name: 'New name for Grey key' })
    expect(field).toHaveProperty('value', 'Grey key')
    expect(document.activeElement).toBe(field)
    expect(screen.queryByRole('button', { name: 'Remove Grey key' })).toBeNull()
    expect([isDisabled('Rename Blue laptop'), isDisabled('Remove Blue laptop')]).toEqual([true, true])
    await user.click(button('Cancel'))
    expect([isDisabled('Rename Grey key'), isDisabled('Rename Blue laptop')]).toEqual([false, false])
    await user.click(button('Rename Grey key'))
    await user.keyboard('{Escape}')
    expect([isDisabled('Rename Grey key'), isDisabled('Rename Blue laptop')]).toEqual([false, false])
  })

  it('waits until the server has stored the name, and shows why the server refused it', async () => {
    const renamed = withResolvers<Passkey>()
    const renamePasskey = vi.fn(() => renamed.promise)
    const { user, section, listPasskeys } = await open({}, { api: { renamePasskey } })
    await user.click(button('Rename Blue laptop'))
    const field = () => section.getByRole('textbox', { name: 'New name for Blue laptop' })
    await user.clear(field())
    await user.type(field(), 'Green laptop')
    await user.click(button('Save'))
    expect([isDisabled('Saving...'), isDisabled('Cancel')]).toEqual([true, true])
    expect(renamePasskey.mock.calls).toEqual([[{ params: { passkeyId: 1 }, body: { label: 'Green laptop' } }]])
    await act(async () => renamed.reject(new ApiError(422, 'label: Give it another name')))
    section.getByText('Give it another name')
    expect(field()).toHaveProperty('value', 'Green laptop')
    renamePasskey.mockResolvedValue(blue)
    await user.click(button('Save'))
    await section.findByText('Blue laptop')
    expect(listPasskeys).toHaveBeenCalledTimes(2)
  })
})

describe('a removed passkey', () => {
  const usual = 'This passkey no longer signs you in. Delete it on its device too.'

  it.each([
    [[blue, grey], usual],
    [[blue], `${usual} Without an authenticator app, your password is then enough to sign in.`],
  ])('of %j needs a confirmation', async (passkeys, detail) => {
    const { user } = await open({ passkeys })
    await user.click(button('Remove Blue laptop'))
    const question = within(await screen.findByRole('alertdialog', { name: 'Remove Blue laptop?' }))
    question.getByText(detail)
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    await act(async () => {})
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(isDisabled('Remove Blue laptop')).toBe(false)
  })

  it('disappears once the server confirms it, and its surroundings follow', async () => {
    const removed = withResolvers()
    const deletePasskey = vi.fn(() => removed.promise)
    const { user, onChanged, listPasskeys } = await open({}, { api: { deletePasskey } })
    await user.click(button('Remove Grey key'))
    const question = within(await screen.findByRole('alertdialog', { name: 'Remove Grey key?' }))
    await user.click(question.getByRole('button', { name: 'Remove' }))
    expect(question.getByRole('button', { name: 'Removing...' }).hasAttribute('disabled')).toBe(true)
    expect(deletePasskey.mock.calls).toEqual([[{ params: { passkeyId: 2 } }]])
    expect(onChanged).not.toHaveBeenCalled()
    await act(async () => removed.resolve())
    expect(onChanged).toHaveBeenCalledTimes(1)
    expect(listPasskeys).toHaveBeenCalledTimes(2)
  })
})
