import { screen, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CsvContent, csvColumns } from '../../../src/schemas/csvRows'
import { csvImport as model } from '../../machines/listModels'
import { byInterruption, csvImportPaths } from '../../support/flowPaths'
import { type Gate, type InProcessServer, startInProcessServer } from '../../support/inProcessServer'
import { renderConsole } from '../../support/renderConsole'
import { createCoverage, type ReplayOf, takePath } from '../../support/replay'
import { json } from '../../support/server'
import { sampleAccount } from '../../support/serverFakes'

const coverage = createCoverage(model)

let server: InProcessServer
let creation: Gate

beforeAll(async () => {
  server = await startInProcessServer()
  creation = server.gate(/POST \/twitter\/accounts/)
})
afterAll(() => server.close())

const header = csvColumns.join(',')
let accounts = 0
const line = () => {
  const account = sampleAccount(`agent${++accounts}`)
  return csvColumns.map((column) => account[column]).join(',')
}
const bytesOf = ({ rows, rejected }: CsvContent): string => {
  if (rows.length === 0 && rejected.length === 0) return ''
  return [header, ...Array.from(rows, line), ...rejected.map(() => 'eve,"a"b,c')].join('\n')
}

const createFile = () => {
  let settle: { text: (text: string) => void; fail: (error: Error) => void } | undefined
  const bytes = new Promise<ArrayBuffer>((resolve, reject) => {
    settle = { text: (text) => resolve(new TextEncoder().encode(text).buffer), fail: reject }
  })
  const file = Object.assign(new File([], 'agents.csv'), { arrayBuffer: () => bytes })
  return { file, text: (text: string) => settle?.text(text), fail: () => settle?.fail(new Error('unreadable')) }
}

const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })
const panelSays = async (words: RegExp) =>
  waitFor(async () => expect((await screen.findByRole('region', { name: 'CSV import' })).textContent).toMatch(words))

/** No path of a person leads there. */
const nobody = () => Promise.reject(new Error('No such path is taken'))

const open = async (): Promise<ReplayOf<typeof model>> => {
  const { user } = renderConsole(server, '/admin/media-agent', { inspect: coverage.observer })
  let chosen = createFile()
  const click = (name: string) => async () => user.click(await button(name))
  return {
    does: {
      'file.choose': async () => {
        chosen = createFile()
        await user.upload(await screen.findByLabelText('CSV file'), chosen.file)
      },
      'import.pause': click('Pause'),
      'import.resume': click('Resume'),
      'import.stop': click('Stop'),
      'report.dismiss': click('Dismiss'),
      'import.recall': nobody,
      'import.cut': nobody,
      'column.choose': nobody,
      'preview.accept': nobody,
      'groups.choose': nobody,
    },
    answers: {
      read: {
        done: async (output) => chosen.text(bytesOf(output as CsvContent)),
        error: async (error) => (JSON.stringify(error) === '{}' ? chosen.fail() : chosen.text('name\nada')),
      },
      createRow: {
        done: () => creation.pass(),
        error: (error) => creation.answer({ status: 409, body: json(error) }),
      },
      reach: { done: nobody, error: nobody },
      createGroups: { done: nobody, error: nobody },
    },
    sees: {
      idle: async () => {
        await button('Import CSV')
        await waitFor(() => expect(screen.queryByRole('region', { name: 'CSV import' })).toBeNull())
      },
      reading: async () => {
        await panelSays(/^Reading agents\.csv/)
        expect((await button('Importing...')).disabled).toBe(true)
      },
      'importing.running': () => panelSays(/, row \d of 3/),
      'importing.pausing': () => panelSays(/pausing after row \d of 3/),
      'importing.stopping': async () => {
        await panelSays(/stopping after row \d of 3/)
        expect((await button('Stop')).disabled).toBe(true)
      },
      paused: () => panelSays(/paused before row \d of 3/),
      unreached: nobody,
      interrupted: nobody,
      previewing: nobody,
      grouping: nobody,
      cut: nobody,
      settling: nobody,
      settled: () => button('Dismiss'),
    },
  }
}

describe('csvImport, taken by a person', () => {
  it.each(coverage.walks(csvImportPaths))('%s', async (_, path) => {
    await takePath(await open(), path)
  })

  it('takes every transition in the real application', () => {
    coverage.expectAllBut(byInterruption)
  })
})
