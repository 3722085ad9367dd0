import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { createActor } from 'xstate'
import { composerListsMachine } from '../../../src/machines/composer/composerLists'
import type { Account } from '../../../src/schemas/accounts/accounts'
import type { Role } from '../../../src/schemas/characters/roles'
import type { Group } from '../../../src/schemas/groups/groups'
import { Checklist } from '../../../src/views/composer/Checklist'
import type { Choices } from '../../../src/views/composer/fields/choices'
import { renderPart } from '../../support/renderPart'
import { accounts, choiceOf } from './fields'

describe('before the first reply', () => {
  const draw = (choices: Choices, sandbox: boolean) => {
    const lists = createActor(composerListsMachine, { input: undefined })
    const sent = vi.spyOn(lists, 'send').mockImplementation(() => undefined)
    const view = renderPart(<Checklist lists={lists} choices={choices} />, { meta: { sandbox } })
    return { ...view, sent }
  }
  const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  const none = { roles: choiceOf<Role>([]), groups: choiceOf<Group>([]), accounts: choiceOf<Account>([]) }

  it('shows the steps in their order, each with its number and link', () => {
    draw(none, false)
    screen.getByRole('region', { name: 'Before your first reply' })
    expect(rows()).toEqual([
      '1Create a groupA set of accounts that post replies.',
      '2Connect accountsSign in on X, enter keys, or import a CSV file.',
      '3Create an AI characterThe persona that writes the replies, and its model.',
    ])
    expect(screen.getAllByRole('link').map((each) => each.getAttribute('href'))).toEqual([
      '/admin/group',
      '/admin/media-agent',
      '/admin/ai-character',
    ])
    expect(screen.getByText('1').getAttribute('aria-hidden')).toBe('true')
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('shows finished steps as done', () => {
    draw({ ...none, accounts: choiceOf(accounts) }, false)
    expect(rows()[1]).toBe('Connect accounts (done)Sign in on X, enter keys, or import a CSV file.')
    const drawn = screen.getAllByRole('listitem').map((row) => row.querySelector('svg')?.getAttribute('aria-hidden'))
    expect(drawn).toEqual([undefined, 'true', undefined])
    expect(screen.queryAllByRole('link')).toHaveLength(2)
  })

  it('loads sample data in the sandbox', async () => {
    const { user, sent } = draw(none, true)
    screen.getByText('Adds a group, accounts that the sandbox accepts, and characters.')
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Load sample data' })
    expect([button.disabled, button.hasAttribute('aria-busy')]).toEqual([false, false])
    await user.click(button)
    expect(sent.mock.calls).toEqual([[{ type: 'sample.load' }]])
  })

  it('is busy while it is loaded', () => {
    const lists = createActor(composerListsMachine, {
      snapshot: composerListsMachine.resolveState({ value: 'loadingSample', context: {} }),
      input: undefined,
    })
    renderPart(<Checklist lists={lists} choices={none} />, { meta: { sandbox: true } })
    expect(screen.getByRole('button').getAttribute('aria-busy')).toBe('true')
  })
})
