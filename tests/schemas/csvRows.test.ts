import { describe, expect, it } from 'vitest'
import { areUsable, type CsvColumn, type CsvRow, columnProblems, rowsOf } from '../../src/schemas/accounts/csvRows'

const columns = [
  ...(['username', 'client_id', 'client_secret', 'api_key', 'api_secret'] as const),
  ...(['access_token', 'access_token_secret', 'group'] as const),
]
const headers = (...named: (CsvColumn | undefined)[]) => named.map((column, at) => ({ header: `h${at}`, column }))

describe('a choice of columns', () => {
  it('has no problem if each column is chosen once, whatever else the file contains', () => {
    expect(columnProblems(headers(...columns, undefined, undefined))).toEqual({ duplicates: [], missing: [] })
    expect(areUsable(headers(...columns))).toBe(true)
  })

  it('lacks columns that no header names; a group may be missing', () => {
    expect(columnProblems(headers('username', 'api_key'))).toEqual({
      duplicates: [],
      missing: ['client_id', 'client_secret', 'api_secret', 'access_token', 'access_token_secret'],
    })
    expect(areUsable(headers('username'))).toBe(true)
    expect(areUsable(headers('api_key', 'group'))).toBe(false)
  })

  it('uses a column from one place only', () => {
    expect(columnProblems(headers(...columns, 'group', 'api_key')).duplicates).toEqual(['api_key', 'group'])
    expect(areUsable(headers('username', 'group', 'group'))).toBe(false)
  })
})

describe('rows with other groups', () => {
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
  const chosen = rowsOf(
    { rows, rejected: [] },
    {
      length: 3,
      order: [2, 0, 1],
      choices: [[{ named: 'old', group: 'fresh', isNew: true }], [{ named: 'fresh', group: 'launch', isNew: true }]],
    },
  )

  it('keep all other cells, in the requested order', () => {
    expect([...chosen]).toEqual([row(4, '@cy', ''), row(2, '@ada', 'crew'), row(3, '@bob', 'launch')])
    expect(chosen.length).toBe(3)
    expect([0, 2].map((index) => chosen.at(index)?.values.username)).toEqual(['@cy', '@bob'])
  })

  it('contain no row beyond the requested lines, and skip lines that the file does not contain', () => {
    expect(chosen.at(3)).toBeUndefined()
    expect([...rowsOf({ rows, rejected: [] }, { length: 2, order: [1, 7] })]).toEqual([row(3, '@bob', 'old')])
  })
})
