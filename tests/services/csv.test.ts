import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { indexCsv } from '../../src/services/csv/csvText'
import { contentOf } from '../../src/services/csv/indexedRows'
import { file, header, line, parseCsv, two, utf8, values } from '../support/csvSamples'

const utf16 = (text: string, { big = false, mark = true } = {}) => {
  const units = [...(mark ? '\uFEFF' : ''), ...text].map((character) => character.charCodeAt(0))
  return Uint8Array.from(units.flatMap((unit) => (big ? [unit >> 8, unit & 255] : [unit & 255, unit >> 8])))
}
const latin = (text: string) => Uint8Array.from([...text].map((character) => character.charCodeAt(0)))

describe('an import file', () => {
  it.each<[string, Uint8Array]>([
    ['UTF-8', utf8(file)],
    ['UTF-8 with a byte order mark', utf8(`\uFEFF${file}`)],
    ['UTF-8 with two byte order marks', utf8(`\uFEFF\uFEFF${file}`)],
    ['UTF-16, little end first', utf16(file)],
    ['UTF-16, big end first', utf16(file, { big: true })],
    ['UTF-16 without a mark', utf16(file, { mark: false })],
    ['UTF-16 without a mark, big end first', utf16(file, { mark: false, big: true })],
    ['Windows-1252', latin(file)],
    ['CRLF', utf8(file.replaceAll('\n', '\r\n'))],
    ['CR', utf8(file.replaceAll('\n', '\r'))],
    ['no line end at its end', utf8(file.trimEnd())],
    ['semicolons', utf8(file.replaceAll(',', ';'))],
    ['tabs', utf8(file.replaceAll(',', '\t'))],
    ['quotes around everything', utf8(file.replace(/[^,\n]+/g, '"$&"'))],
    ['bars', utf8(file.replaceAll(',', '|'))],
    ['blanks around quotes', utf8(file.replace(/[^,\n]+/g, ' "$&" '))],
    ['tabs, and blanks around quotes', utf16(file.replace(/[^,\n]+/g, '\u00a0"$&" ').replaceAll(',', '\t'))],
    [
      'a header in other words',
      utf8(
        file.replace(
          header,
          'User Name,Client ID,Client-Secret,API key,apiSecret, Access Token ,ACCESS_TOKEN_SECRET,Group',
        ),
      ),
    ],
  ])('may have %s', (_, bytes) => {
    expect(parseCsv(bytes)).toEqual(two)
  })

  it.each([';', ',', '\t', '|'])('may name its separator %j in a line of its own', (separator) => {
    const { rows } = parseCsv(utf8(`sep=${separator}\r\n${file.replaceAll(',', separator)}`))
    expect(rows).toEqual(two.rows.map((row) => ({ ...row, line: row.line + 1 })))
  })

  it('may have blank lines, which are left out and counted', () => {
    const { rows } = parseCsv(utf8(`\n${header}\n\n${line('@ada')}\n,,,,,,,\n   \n${line('@bob')}\n\n`))
    expect(rows.map((row) => [row.line, row.values.username])).toEqual([
      [4, '@ada'],
      [7, '@bob'],
    ])
  })

  it('may have line ends, quotes and separators inside quotes', () => {
    const quoted = `@ada,"i\r\nd","say ""is""","k,ey",ks,token,ts,Launch`
    const { rows } = parseCsv(utf8(`${header}\r\n${quoted}\r\n${line('@bob')}\r\n`))
    expect(rows).toEqual([
      { line: 2, values: { ...values('@ada'), client_id: 'i\nd', client_secret: 'say "is"', api_key: 'k,ey' } },
      { line: 4, values: values('@bob') },
    ])
  })

  it('may have spaces before quotes; spaces in a quoted field and before a stray quote stay', () => {
    const { rows, rejected } = parseCsv(
      utf8(
        `${header}\n@ada, "i,d" ,"a, ""b"" c", "k""ey", 5" ,"t\n , "", u", ts,\n@bob, "id,is,key,ks,token,ts,Launch\n`,
      ),
    )
    expect(rejected).toEqual([])
    expect(rows.map((row) => Object.values(row.values))).toEqual([
      ['@ada', 'i,d', 'a, "b" c', 'k"ey', '5"', 't\n , ", u', 'ts', ''],
      ['@bob', '"id', 'is', 'key', 'ks', 'token', 'ts', 'Launch'],
    ])
  })

  it('may have its columns in another order, additional columns, and no group', () => {
    const { rows } = parseCsv(utf8(`note,api_key,username\nfirst,key,@ada\n`))
    expect(rows[0]?.values).toMatchObject({ username: '@ada', api_key: 'key', client_id: '', group: '' })
  })

  it("may have more text before the header's separator than after it", () => {
    const { rows } = parseCsv(utf8('username;api_key\n@ada;a,b,c,d\n@bob;e,f,g,h\n'))
    expect(rows.map((row) => [row.values.username, row.values.api_key])).toEqual([
      ['@ada', 'a,b,c,d'],
      ['@bob', 'e,f,g,h'],
    ])
  })

  it.each(['', '\n\n', '\uFEFF', '   \r\n', header, `${header}\r\n\r\n`])('may be empty: %j', (text) => {
    expect(parseCsv(utf8(text))).toEqual({ rows: [], rejected: [] })
  })

  it.each(['\n', '\r\n'])('may have only an apostrophe before a line end, which is not a formula: %j', (lineEnd) => {
    const { rows } = parseCsv(utf8(['username,api_key', `"'\nada",'`, ''].join('\n').replaceAll('\n', lineEnd)))
    expect(rows).toMatchObject([{ values: { username: `'\nada`, api_key: `'` } }])
  })

  it.each([
    [
      'X and common libraries have for them',
      'Handle,Consumer Key,API Key Secret,OAuth Token,Access Secret,Group Name,Note',
    ],
    [
      'in semicolons below the title that Numbers writes',
      'Table 1\nHandle;Consumer Key;API Key Secret;OAuth Token;Access Secret;Group Name;Note',
    ],
    [
      'in quotes, after a byte order mark',
      '\uFEFF"HANDLE","consumer_key","apiKeySecret","oauth token","access-secret","Group Name","Note"',
    ],
  ])('may have column names that %s, which are guesses', (_, written) => {
    const separator = written.includes(';') ? ';' : ','
    const { rows, headers } = contentOf(
      indexCsv(utf8(`${written}\n${['@ada', 'key', 'ks', 'token', 'ts', 'Launch', 'first'].join(separator)}\n`)),
    )
    expect(rows.at(0)).toEqual({
      line: written.includes('Table') ? 3 : 2,
      values: { ...values('@ada'), client_id: '', client_secret: '' },
    })
    expect(headers?.map(({ column }) => column)).toEqual([
      'username',
      'api_key',
      'api_secret',
      'access_token',
      'access_token_secret',
      'group',
      undefined,
    ])
  })

  it("knows the OAuth 2.0 client by X's names", () => {
    const { rows } = contentOf(
      indexCsv(utf8('Username,OAuth 2.0 Client ID,OAuth 2.0 Client Secret\n@ada,client,secret\n')),
    )
    expect(rows.at(0)?.values).toMatchObject({ username: '@ada', client_id: 'client', client_secret: 'secret' })
  })

  it('asks which of two columns with one name is meant', () => {
    const { headers } = contentOf(indexCsv(utf8('username,api_key,Username\n@ada,key,@bob\n')))
    expect(headers).toEqual([
      { header: 'username', column: 'username' },
      { header: 'api_key', column: 'api_key' },
      { header: 'Username', column: 'username' },
    ])
  })

  it.each([header, header.toUpperCase().replaceAll('_', ' '), `Table 1,,\n${header}`, `${header},token,error`])(
    'guesses nothing if the columns have their own names: %j',
    (written) => {
      const { rows, headers } = contentOf(indexCsv(utf8(`${written}\n${line('@ada')},extra,why\n`)))
      expect([headers, rows.at(0)?.values]).toEqual([undefined, values('@ada')])
    },
  )

  it('must have a username column, even below a title', () => {
    for (const text of ['Table 1\n', 'Table 1\nname,api_key\nada,key\n', 'People\nTable 1\nusername\n@ada\n'])
      expect(() => parseCsv(utf8(text))).toThrow('The file needs a username column.')
  })

  it('must have a username column', () => {
    expect(() => parseCsv(utf8('name,api_key\nada,key\n'))).toThrow(
      'The file needs a username column. Its columns are username, client_id, client_secret, api_key, api_secret, access_token, access_token_secret and optionally group.',
    )
  })

  it('may have 100,000 rows', () => {
    const usernames = Array.from({ length: 100_000 }, (_, index) => `@agent${index}`)
    const { rows } = parseCsv(utf8([header, ...usernames.map(line)].join('\n')))
    expect(rows).toHaveLength(100_000)
    expect(rows.at(-1)).toEqual({ line: 100_001, values: values('@agent99999') })
  })
})

describe('a quote that is never closed', () => {
  const swallowing = [header, line('@ada'), '@bob,id,"is,key,ks,token,ts,Launch', line('@cyd'), line('@dee')]

  it('is named by its line, and nothing is created from the text inside', () => {
    const { rows, rejected } = parseCsv(utf8(`${swallowing.join('\n')}\n`))
    expect(rows.map((row) => row.values.username)).toEqual(['@ada'])
    expect(rejected).toMatchObject([{ line: 3, username: '@bob' }])
    expect(rejected[0]).not.toHaveProperty('values')
  })

  it.each([
    ['\n', ''],
    ['\n', '\n'],
    ['\r\n', '\r\n'],
    ['\r', '\r'],
  ])('includes all five following lines, between %j and %j at the end', (between, end) => {
    const { rejected } = parseCsv(utf8(`${swallowing.join(between)}${end}`))
    expect(rejected.map(({ reason }) => reason)).toEqual([
      'Line 3: a quote is not closed properly, so the lines up to 5 were not read',
    ])
  })

  it.each(['', '\n', '\r\n'])('includes no other line if it is in the last line, even with %j at its end', (end) => {
    const { rejected } = parseCsv(utf8(`${swallowing.slice(0, 3).join('\n')}${end}`))
    expect(rejected.map(({ reason }) => reason)).toEqual(['Line 3: a quote is not closed properly'])
  })

  it('includes an empty last line', () => {
    const { rejected } = parseCsv(utf8(`${swallowing.join('\n')}\n\n`))
    expect(rejected[0]?.reason).toMatch(/so the lines up to 6 were not read$/)
  })

  it('is named if the next quote closes it in the wrong place', () => {
    const { rows, rejected } = parseCsv(utf8([...swallowing, '"@eve",id,is,key,ks,token,ts,Launch'].join('\n')))
    expect(rows.map((row) => row.values.username)).toEqual(['@ada'])
    expect(rejected).toMatchObject([{ line: 3, username: '@bob' }])
  })

  it('is named where it opens, in a row of several lines', () => {
    const { rejected } = parseCsv(utf8(`${header}\n@bob,"i\nd","is,key,ks,token,ts,Launch\n`))
    expect(rejected[0]?.reason).toMatch(/^Line 3: /)
  })

  it('makes the file unreadable in its header', () => {
    expect(() => parseCsv(utf8(`username,"api_key\n@ada,key\n`))).toThrow(
      'Line 1: a quote in the header is never closed',
    )
  })
})

describe('the rows of a file', () => {
  it('are complete however long the file is, even with text outside ASCII', () => {
    const names = Array.from({ length: 5000 }, (_, index) => (index % 1700 === 3 ? `@zoë🦊${index}` : `@ada${index}`))
    const { rows } = parseCsv(utf8([header, ...names.map(line)].join('\n')))
    expect(rows).toEqual(names.map((name, index) => ({ line: index + 2, values: values(name) })))
  })

  it('are complete even if each has two lines and the parser stops within a row', () => {
    const names = Array.from({ length: 40_000 }, (_, index) => `@ada${index}`)
    const { rows } = contentOf(
      indexCsv(utf8([header, ...names.map((name) => line(name).replace('id', '"i\nd"'))].join('\n'))),
    )
    expect(rows).toHaveLength(names.length)
    for (const at of [0, 20_000, 39_999]) {
      expect(rows.at(at)).toEqual({ line: 2 + 2 * at, values: { ...values(`@ada${at}`), client_id: 'i\nd' } })
    }
  })

  it('are read one by one as written, with their line numbers', () => {
    const anyValue = fc.string({ unit: fc.constantFrom(...'ab ,;"\n\'=é') })
    const anyRow = fc.record({ value: anyValue, isQuoted: fc.boolean(), blanks: fc.nat(2) })
    const written = ({ value, isQuoted }: { value: string; isQuoted: boolean }) =>
      isQuoted || /[",;\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
    fc.assert(
      fc.property(
        fc.array(anyRow),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.constantFrom(',', ';'),
        (all, lineEnd, comma) => {
          let line = 2
          const lines = all.map((row) => {
            line += row.blanks
            const at = line
            line += row.value.split('\n').length
            return at
          })
          const body = all.map((row) => `${'\n'.repeat(row.blanks)}@ada${comma}${written(row)}\n`).join('')
          const content = parseCsv(utf8(`username${comma}api_key\n${body}`.replaceAll('\n', lineEnd)))
          expect(content.rejected).toEqual([])
          expect(content.rows.map((row) => [row.line, row.values.username, row.values.api_key])).toEqual(
            all.map(({ value }, at) => [lines[at], '@ada', value.replace(/^'(?='*[=+\-\t\r])/, '').trim()]),
          )
        },
      ),
    )
  })

  it('are created on request, and leave no credential in a copy', () => {
    const { rows } = contentOf(indexCsv(utf8(file)))
    expect([rows.length, rows.at(1), rows.at(2)]).toEqual([2, two.rows[1], undefined])
    expect(JSON.stringify({ rows })).toBe('{"rows":{}}')
  })
})
