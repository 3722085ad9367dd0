import { expect, it } from 'vitest'
import {
  type InboxFilter,
  inboxFilterQuery,
  initialInboxFilter,
  readInboxFilter,
} from '../../src/schemas/inbox/inboxFilter'

it.each<[InboxFilter, string]>([
  [initialInboxFilter, ''],
  [{ state: 'dismissed', account_id: '' }, '?state=dismissed'],
  [{ state: 'all', account_id: '4' }, '?state=all&account=4'],
  [{ state: 'unread', account_id: '4' }, '?account=4'],
])('%j is written to an address as "%s", and read from it', (filter, query) => {
  expect([inboxFilterQuery(filter), readInboxFilter(query)]).toEqual([query, filter])
})

it.each(['?state=unread', '?state=gone&account=0', '?account=12345678901234567', '?account=4x', '?mention=7'])(
  'waiting mentions are shown if the address has %s',
  (query) => {
    expect(readInboxFilter(query)).toEqual(initialInboxFilter)
  },
)
