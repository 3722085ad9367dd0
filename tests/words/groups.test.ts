import { expect, it } from 'vitest'
import * as words from '../../src/schemas/groups/groups.words'

it('the sentences of groups', () => {
  expect({
    ...words,
    groupMessages: undefined,
    deletion: [words.deletion(undefined), words.deletion(0), words.deletion(1), words.deletion(3)],
  }).toEqual({
    lead: 'Sets of accounts to post through.',
    noGroups: 'No groups yet. A batch posts through the accounts of one group.',
    seeMediaAgents: 'See its media agents',
    deletion: [
      'Accounts in this group stay connected, without a group.',
      'This group has no accounts.',
      '1 account is in this group. It stays connected, without a group.',
      '3 accounts are in this group. They stay connected, without a group.',
    ],
  })
})
