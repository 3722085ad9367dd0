import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { Account } from '../../../src/schemas/accounts/accounts'
import type { Role } from '../../../src/schemas/characters/roles'
import type { Group } from '../../../src/schemas/groups/groups'
import {
  accounts,
  choiceOf,
  failed,
  type Given,
  hintOf,
  launch,
  linkIn,
  loading,
  optionsOf,
  select,
  show,
} from './fields'

describe('options of the fields', () => {
  it('are in order after a prompt: characters with the first trait and the model, groups, agents', () => {
    show()
    expect(optionsOf('AI/Model')).toEqual([
      ['', 'Choose a character'],
      ['5', 'Mara · deadpan · gpt-test'],
      ['6', 'Jonas · gpt-other'],
    ])
    expect(optionsOf('Group')).toEqual([
      ['', 'Choose a group'],
      ['Launch', 'Launch'],
      ['Night', 'Night'],
    ])
    expect([select('AI/Model').disabled, select('Group').disabled]).toEqual([false, false])
    expect([hintOf('AI/Model'), hintOf('Group')]).toEqual([undefined, undefined])
    expect(screen.queryByRole('combobox', { name: 'Media Agent' })).toBeNull()
  })

  it('are the agents in solo mode, including inactive ones', () => {
    show({
      mode: 'solo',
      choices: {
        accounts: choiceOf([
          ...accounts.slice(0, 1),
          ...accounts.slice(1).map((each) => ({ ...each, is_active: false })),
        ]),
      },
    })
    expect(optionsOf('Media Agent')).toEqual([
      ['', 'Choose an account'],
      ['1', '@ada'],
      ['2', '@bob (inactive)'],
    ])
    expect([screen.queryByRole('combobox', { name: 'Group' }), screen.queryByLabelText('Count')]).toEqual([null, null])
  })

  it.each<[string, string, Given, string]>([
    [
      'no character',
      'AI/Model',
      { choices: { roles: choiceOf<Role>([]) } },
      'No AI roles found. Please create an AI Model first. Create AI Character',
    ],
    [
      'no group',
      'Group',
      { choices: { groups: choiceOf<Group>([]) } },
      'No groups found. Please create a group first. Create group',
    ],
    [
      'no agent',
      'Media Agent',
      { mode: 'solo', choices: { accounts: choiceOf<Account>([]) } },
      'No Media Agent found. Please create a group first. Add Media Agent',
    ],
  ])('shows that there is %s, and links to the page that creates one', (_what, label, given, hint) => {
    show(given)
    expect([hintOf(label), select(label).disabled, optionsOf(label)]).toEqual([hint, true, [['', 'No results.']]])
    const hrefs: Record<string, string> = {
      'AI/Model': '/admin/ai-character',
      Group: '/admin/group',
      'Media Agent': '/admin/media-agent',
    }
    expect(linkIn(hint.split('first. ')[1] ?? '')).toBe(hrefs[label])
  })

  it('show that they are loading, even for the chosen option', () => {
    show({
      form: { role_id: '5', group_name: 'Launch' },
      choices: { roles: choiceOf<Role>([], loading), groups: choiceOf<Group>([], loading) },
    })
    expect(optionsOf('AI/Model')).toEqual([
      ['', 'Loading...'],
      ['5', 'Loading...'],
    ])
    expect([select('Group').value, hintOf('Group'), hintOf('AI/Model')]).toEqual(['Launch', undefined, undefined])
  })

  it('show a deleted record as deleted', () => {
    show({ form: { role_id: '9', group_name: 'Gone' } })
    expect(optionsOf('AI/Model')[1]).toEqual(['9', 'Deleted character'])
    expect(optionsOf('Group')[1]).toEqual(['Gone', 'Gone'])
    expect([hintOf('AI/Model'), hintOf('Group')]).toEqual([
      undefined,
      'This group was deleted or renamed. Choose another.',
    ])
  })

  it('show that for an agent, but not for a group whose list is empty or contains it', () => {
    show({ mode: 'solo', form: { account_id: '9' } })
    expect(optionsOf('Media Agent')[1]).toEqual(['9', 'Deleted account'])
    const none = show({ form: { group_name: 'Gone' }, choices: { groups: choiceOf<Group>([]) } })
    expect(none.container.textContent).not.toContain('deleted or renamed')
    const held = show({ form: { group_name: 'Night' } })
    expect(held.container.textContent).not.toContain('deleted or renamed')
  })

  it.each([
    ['5', 1],
    ['', 0],
    ['9', 0],
  ])('is beside the face of the chosen character (%s)', (role_id, faces) => {
    show({ form: { role_id } })
    expect(select('AI/Model').parentElement?.querySelectorAll('span svg')).toHaveLength(faces)
  })

  it.each([
    [true, false, [1, 0]],
    [false, true, [0, 1]],
    [true, true, [1, 1]],
  ])('of groups (%s) and accounts (%s) loads a failed list again', async (groups, others, times) => {
    const { choices, user } = show({
      choices: {
        groups: groups ? choiceOf<Group>([], failed) : choiceOf([launch]),
        accounts: others ? choiceOf<Account>([], failed) : choiceOf(accounts),
      },
    })
    expect([hintOf('Group'), hintOf('AI/Model')]).toEqual(['Try again', undefined])
    const button = screen.getByRole('button', { name: 'Try again' })
    expect(button.getAttribute('type')).toBe('button')
    await user.click(button)
    const reloads = [choices.groups.reload, choices.accounts.reload].map(
      (reload) => vi.mocked(reload).mock.calls.length,
    )
    expect(reloads).toEqual(times)
  })

  it('are stored under the name of the field', async () => {
    const batch = show()
    await batch.user.selectOptions(select('AI/Model'), '6')
    await batch.user.selectOptions(select('Group'), 'Night')
    expect(batch.kept()).toEqual([{ role_id: '6' }, { group_name: 'Night' }])
    expect([select('AI/Model').value, select('Group').value]).toEqual(['6', 'Night'])
    batch.unmount()
    const solo = show({ mode: 'solo' })
    await solo.user.selectOptions(select('Media Agent'), '2')
    expect([solo.kept(), select('Media Agent').value]).toEqual([[{ account_id: '2' }], '2'])
  })
})
