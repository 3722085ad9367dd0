import { describe, expect, it } from 'vitest'
import { inboxCalls, personBody } from '../../src/schemas/inbox/inbox'

const { query } = inboxCalls.getInbox

describe('the do-not-reply list', () => {
  it.each(['a', '@a', 'A_9', 'fifteen_letters', '@fifteen_letters'])('may be %j', (username) => {
    expect(personBody.safeParse({ username }).data).toEqual({ username })
  })

  it.each([
    ['user0 ', 'user0'],
    ['sixteen_letters_', 'sixteen_letters_'],
    [' @user0', '@user0'],
    ['\t@user0\n', '@user0'],
    ['https://x.com/a', '@a'],
  ])('may be pasted as %j', (pasted, username) => {
    expect(personBody.safeParse({ username: pasted }).data).toEqual({ username })
  })

  it.each(['@ user0', '@', '@@a', 'an_account_of_21_chars', 'a b', 'a-b', 'é'])('is not %j', (username) => {
    expect(personBody.safeParse({ username }).error?.issues).toMatchObject([
      { message: 'A username on X has letters (a to z), digits and underscores only, 20 at most' },
    ])
  })
})

describe('the next page of the inbox', () => {
  it.each(['2026-11-26T16:00:00.000Z_1', '2026-11-26T16:00:00.000Z_1234567890123456'])('may be %j', (cursor) => {
    expect(query.safeParse({ cursor }).data).toMatchObject({ cursor, state: 'all' })
  })

  it.each([
    '2026-11-26T16:00:00.000Z',
    '2026-11-26T16:00:00.000Z_',
    '2026-11-26T16:00:00.000Z_x',
    '2026-11-26T16:00:00.000Z_12345678901234567',
    '2026-11-26T16:00:00Z_1',
    "2026-11-26T16:00:00.000'_1",
    ' 2026-11-26T16:00:00.000Z_1',
  ])('is not %j', (cursor) => {
    expect(query.safeParse({ cursor }).error?.issues).toMatchObject([{ message: 'must be a cursor' }])
  })
})
