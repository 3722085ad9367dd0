import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { createActor } from 'xstate'
import { bulkChangeMachine } from '../../../src/machines/crud/bulkChange'
import { createResource } from '../../../src/machines/crud/resource'
import type { Account, AccountBody } from '../../../src/schemas/accounts/accounts'
import { accountMessages } from '../../../src/schemas/accounts/accounts.words'
import { BulkChangeDialog } from '../../../src/views/accounts/BulkChangeDialog'
import { actorAt } from '../../support/actorAt'

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const click = (name: string) => userEvent.click(button(name))
describe('the dialog of a bulk deletion', () => {
  const accounts = createActor(createResource<Account, AccountBody>(accountMessages))
  type At = Parameters<typeof actorAt<typeof bulkChangeMachine>>
  const open = (value: At[1], changes: At[2] = {}) => {
    const { actor, sent } = actorAt(bulkChangeMachine, value, { accounts, ...changes })
    render(<BulkChangeDialog flow={actor} />)
    return sent
  }
  const ofOne =
    'This disconnects the account and deletes its credentials. Its queued replies will not be sent. Its posts stay on X.'
  const ofSeveral =
    'This disconnects the accounts and deletes their credentials. Their queued replies will not be sent. Their posts stay on X.'
  const waits = 'Inactive media agents send nothing. Their queued replies wait until you check and activate them.'

  const agents = [4, 5, 6].map((id) => ({ id, username: `@a${id}` }))

  it.each([
    ['Are you sure you want to delete this Media Agent?', ofOne, 'Delete', 'delete', 1],
    ['Are you sure you want to delete 3 Media Agents?', ofSeveral, 'Delete', 'delete', 3],
    ['Deactivate 1 media agent?', waits, 'Deactivate', 'deactivate', 1],
    ['Deactivate 3 media agents?', waits, 'Deactivate', 'deactivate', 3],
  ] as const)('asks: %s', async (question, detail, confirm, to, count) => {
    const sent = open('confirming', { change: { kind: to }, chosen: agents.slice(0, count), queue: agents.slice(0, 2) })
    const dialog = await screen.findByRole('alertdialog', { name: question })
    expect([within(dialog).queryByText(detail)?.textContent, within(dialog).queryByRole('img')]).toEqual([detail, null])
    await click(confirm)
    await click('Cancel')
    expect(sent).toEqual([{ type: 'change.confirm' }, { type: 'dialog.cancel' }])
  })

  it.each(['choosing', 'settled'] as const)('is closed while the flow is %s', async (value) => {
    open(value, { chosen: agents })
    await act(async () => undefined)
    expect(document.querySelector('dialog[open]')).toBeNull()
  })
})
