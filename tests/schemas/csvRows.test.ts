import { describe, expect, it } from 'vitest'
import { areUsable, type CsvColumn, type CsvRow, columnProblems, regrouped } from '../../src/schemas/csvRows'

const columns = [
  ...(['username', 'client_id', 'client_secret', 'api_key', 'api_secret'] as const),
  ...(['access_token', 'access_token_secret', 'group'] as const),
]
const headers = (...named: (CsvColumn | undefined)[]) => named.map((column, at) => ({ header: `h${at}`, column }))

describe('a choice of columns', () => {
  it('has no problem where each is there once, whatever else the file holds', () => {
    expect(columnProblems(headers(...columns, undefined, undefined))).toEqual({ duplicates: [], missing: [] })
    expect(areUsable(headers(...columns))).toBe(true)
  })

  it('lacks what no header means; a group may be lacking', () => {
    expect(columnProblems(headers('username', 'api_key'))).toEqual({
      duplicates: [],
      missing: ['client_id', 'client_secret', 'api_secret', 'access_token', 'access_token_secret'],
    })
    expect(areUsable(headers('username'))).toBe(true)
    expect(areUsable(headers('api_key', 'group'))).toBe(false)
  })

  it('takes a column from one place only', () => {
    expect(columnProblems(headers(...columns, 'group', 'api_key')).duplicates).toEqual(['api_key', 'group'])
    expect(areUsable(headers('username', 'group', 'group'))).toBe(false)
  })
})

describe('rows in other groups', () => {
  const row = (line: number, username: string, group: string): CsvRow => ({
    line,
    values: {
      ...{
        username,
        client_id: `ci${line}`,
        client_secret: `cs${line}`,
        api_key: `ak${line}`,
        api_secret: `as${line}`,
      },
      ...{ access_token: `at${line}`, access_token_secret: `ats${line}`, group },
    },
  })
  const rows = [row(2, '@ada', 'crew'), row(3, '@bob', 'old'), row(4, '@cy', '')]
  const chosen = regrouped(rows, [2, 0, 1], [{ named: 'old', group: 'launch', isNew: true }])

  it('keep all else, in the order that was asked for', () => {
    expect([...chosen]).toEqual([row(4, '@cy', ''), row(2, '@ada', 'crew'), row(3, '@bob', 'launch')])
    expect(chosen.length).toBe(3)
    expect([0, 2].map((index) => chosen.at(index)?.values.username)).toEqual(['@cy', '@bob'])
  })

  it('end where the order does, and pass over what the file does not hold', () => {
    expect(chosen.at(3)).toBeUndefined()
    expect([...regrouped(rows, [1, 7], [])]).toEqual([row(3, '@bob', 'old')])
  })
})
