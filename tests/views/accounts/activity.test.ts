import { expect, it } from 'vitest'
import { accountPage, createAccountIndex } from '../../../src/schemas/accounts/accountIndex'
import { countActivities, mayPost } from '../../../src/schemas/accounts/activity'
import { initialTableState, statusFilters } from '../../../src/schemas/tableState'
import { summary } from '../../../src/views/accounts/summary'
import { entriesOf } from '../../../src/views/shell/palette/paletteEntries'
import { agents } from '../../support/composerAlone'

const [ada, bob, cyd] = agents('ada', 'bob', 'cyd')
if (!ada || !bob || !cyd) throw new Error('three accounts are needed')
const three = [ada, { ...bob, is_active: false }, { ...cyd, is_active: false, unreadable: ['is_active'] }]

it('an account without a status is neither active nor inactive, and may be chosen', () => {
  const rows = (status: (typeof statusFilters)[number]) =>
    accountPage(createAccountIndex(three), { ...initialTableState, sort: 'username', descending: false, status }).rows
  expect([three.map(mayPost), countActivities(three), summary(three)]).toEqual([
    [true, false, true],
    [1, 1],
    '3 accounts in 1 group, 1 active, 1 with unknown status.',
  ])
  expect(statusFilters.map((status) => rows(status).map(({ username }) => username))).toEqual([
    ['@ada', '@bob', '@cyd'],
    ['@ada'],
    ['@bob'],
  ])
  const { searched } = entriesOf({ accounts: three, roles: [], groups: [], tasks: [] }, false)
  const helpers = searched.filter(({ name }) => name.startsWith('@')).map(({ entry }) => entry.helper)
  expect(helpers).toEqual([
    'Media agent, Launch',
    'Media agent, Launch, inactive',
    'Media agent, Launch, status unknown',
  ])
})
