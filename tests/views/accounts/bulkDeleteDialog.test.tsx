import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { createActor } from 'xstate'
import { bulkDeleteMachine } from '../../../src/machines/crud/bulkDelete'
import { createResource } from '../../../src/machines/crud/resource'
import { disclosureMachine } from '../../../src/machines/shell/disclosure'
import type { Account, AccountBody } from '../../../src/schemas/accounts/accounts'
import { accountMessages } from '../../../src/schemas/accounts/accounts.words'
import { BulkDeleteDialog } from '../../../src/views/accounts/BulkDeleteDialog'
import { actorAt } from '../../support/actorAt'

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const click = (name: string) => userEvent.click(button(name))
describe('the dialog of a bulk deletion', () => {
  const accounts = createActor(createResource<Account, AccountBody>(accountMessages))
  const line = createActor(disclosureMachine)
  type At = Parameters<typeof actorAt<typeof bulkDeleteMachine>>
  const open = (value: At[1], changes: At[2] = {}) => {
    const { actor, sent } = actorAt(bulkDeleteMachine, value, { accounts, line, ...changes })
    render(<BulkDeleteDialog flow={actor} />)
    return sent
  }
  const ofOne =
    'This disconnects the account and deletes its credentials. Its queued replies will not be sent. Its posts stay on X.'
  const ofSeveral =
    'This disconnects the accounts and deletes their credentials. Their queued replies will not be sent. Their posts stay on X.'

  it.each([
    ['Are you sure you want to delete this Media Agent?', ofOne, [4]],
    ['Are you sure you want to delete 3 Media Agents?', ofSeveral, [4, 5, 6]],
  ])('asks: %s', async (question, detail, chosen) => {
    const sent = open('confirming', { chosen, queue: [1, 2] })
    const dialog = await screen.findByRole('alertdialog', { name: question })
    expect([within(dialog).queryByText(detail)?.textContent, within(dialog).queryByRole('img')]).toEqual([detail, null])
    await click('Delete')
    await click('Cancel')
    expect(sent).toEqual([{ type: 'delete.confirm' }, { type: 'dialog.cancel' }])
  })

  it.each([
    ['running', 'Deleting 1 Media Agent', ofOne, '1 of 1', null, '0 deleted, 0 failed, of 1', { queue: [4] }],
    [
      'running',
      'Deleting 3 Media Agents',
      ofSeveral,
      '3 of 3',
      '1 failed',
      '1 deleted, 1 failed, of 3',
      { queue: [4, 5, 6], answered: 2, failed: 1, chosen: [5, 6, 7, 8] },
    ],
    [
      'running',
      'Deleting 2 Media Agents',
      ofSeveral,
      '2 of 2',
      null,
      '2 deleted, 0 failed, of 2',
      { queue: [4, 5], answered: 2 },
    ],
    [
      'stopping',
      'Deleting 3 Media Agents',
      ofSeveral,
      'Stopping after 2 of 3',
      null,
      '1 deleted, 0 failed, of 3',
      { queue: [4, 5, 6], answered: 1 },
    ],
  ] as const)(
    'shows the progress of a deletion that is %s: %s',
    async (state, title, detail, place, failed, meter, changes) => {
      const sent = open({ deleting: state }, changes)
      const dialog = within(await screen.findByRole('alertdialog', { name: title }))
      dialog.getByText(detail)
      dialog.getByText(place)
      expect(dialog.queryByText(/^\d+ failed$/)?.textContent ?? null).toBe(failed)
      expect(dialog.getByRole('img').getAttribute('aria-label')).toBe(meter)
      expect([button('Deleting...').disabled, document.activeElement]).toEqual([true, button('Stop')])
      expect(button('Stop').getAttribute('aria-disabled')).toBe(state === 'stopping' ? 'true' : null)
      await click('Stop')
      expect(sent).toEqual(state === 'stopping' ? [] : [{ type: 'page.stop' }])
    },
  )

  it('is as long as the lists of deleted and failed accounts', async () => {
    open({ deleting: 'running' }, { queue: [4, 5, 6, 7], answered: 3, failed: 1 })
    const meter = await screen.findByRole('img')
    expect(Array.from(meter.children, (each) => each.getAttribute('style'))).toEqual(['width: 50%;', 'width: 25%;'])
  })

  it.each(['choosing', 'settled'] as const)('is closed while the flow is %s', async (value) => {
    open(value, { chosen: [4] })
    await act(async () => undefined)
    expect(document.querySelector('dialog[open]')).toBeNull()
  })
})
