import { describe, expect, it } from 'vitest'
import type { RejectedRow } from '../../src/schemas/accounts/csvRows'
import { failedRowsCsv, templateCsv } from '../../src/services/reports'
import { header, parseCsv, two, utf8, values } from '../support/csvSamples'

describe('the file of failed rows', () => {
  const rejected: RejectedRow[] = [
    { line: 2, username: '@ada', reason: '@ada is there already', values: values('@ada') },
    { line: 3, username: '', reason: 'Line 3: a quote is not closed properly' },
    {
      line: 9,
      username: '@bob',
      reason: '=1+1',
      values: { ...values('@bob'), api_key: '=HYPERLINK("x")', api_secret: "'-minus", access_token: '+a\nb' },
    },
  ]

  it('has the columns of the import and the error, and runs no formula', () => {
    expect(failedRowsCsv(rejected).split('\r\n')).toEqual([
      `\uFEFF${header},error`,
      `@ada,id,is,key,ks,token,ts,Launch,"'@ada is there already"`,
      `@bob,id,is,"'=HYPERLINK(""x"")","''-minus","'+a\nb",ts,Launch,"'=1+1"`,
      '',
    ])
  })

  it('contains the unsent rows too', () => {
    expect(failedRowsCsv(rejected.slice(0, 1), two.rows.slice(1)).split('\r\n').slice(1)).toEqual([
      `@ada,id,is,key,ks,token,ts,Launch,"'@ada is there already"`,
      '@zoë,id,is,key,ks,token,ts,Launch,Not sent',
      '',
    ])
  })

  it('marks rows that may have been added', () => {
    expect(failedRowsCsv([], two.rows, true).match(/[^,]+\r\n/g)).toEqual([
      'error\r\n',
      'This row was being sent and may have been added\r\n',
      'Not sent\r\n',
    ])
  })

  it('can be imported as it is', () => {
    const again = parseCsv(utf8(failedRowsCsv(rejected)))
    expect(again.rejected).toEqual([])
    expect(again.rows.map((row) => row.values)).toEqual(rejected.flatMap((row) => (row.values ? [row.values] : [])))
  })

  it('has the header of the template', () => {
    expect(templateCsv()).toBe(`\uFEFF${header}\r\n`)
    expect(parseCsv(utf8(templateCsv()))).toEqual({ rows: [], rejected: [] })
  })
})
