import { describe, expect, it, vi } from 'vitest'
import { createCsvReader } from '../../src/services/csv/csv'
import { CsvError } from '../../src/services/csv/csvError'
import { indexCsv } from '../../src/services/csv/csvText'
import { file, listed, two, utf8 } from '../support/csvSamples'

describe('the reader', () => {
  const csv = (name: string) => new File([file], name, { type: 'application/vnd.ms-excel' })

  it('judges a file by its extension, not by its type', async () => {
    const reader = createCsvReader(undefined)
    expect(listed(await reader.read(csv('AGENTS.CSV')))).toEqual(two)
    for (const name of ['agents.xlsx', 'agents.csv.exe'])
      await expect(reader.read(csv(name))).rejects.toMatchObject({ detail: 'Choose a .csv file.' })
  })

  it('explains what is wrong with the file', async () => {
    const read = createCsvReader(undefined).read(new File(['name\nada\n'], 'a.csv'))
    await expect(read).rejects.toBeInstanceOf(CsvError)
  })

  describe('with workers', () => {
    const workerThat = (act: (worker: { onmessage?: unknown; onerror?: unknown }) => void) => {
      const worker = Object.assign(new EventTarget(), {
        onmessage: null,
        onerror: null,
        onmessageerror: null,
        terminate: vi.fn(),
        postMessage: () => queueMicrotask(() => act(worker)),
      })
      return worker
    }
    const answering = (data: unknown) =>
      workerThat((worker) => {
        if (typeof worker.onmessage === 'function') worker.onmessage({ data })
      })

    it('reads there, and stops the worker afterwards', async () => {
      const worker = answering({ index: indexCsv(utf8(file)) })
      expect(listed(await createCsvReader(() => worker).read(csv('a.csv')))).toEqual(two)
      expect(worker.terminate).toHaveBeenCalledTimes(1)
    })

    it('explains what is wrong with the file', async () => {
      const worker = answering({ detail: 'The file needs a username column.' })
      await expect(createCsvReader(() => worker).read(csv('a.csv'))).rejects.toMatchObject({
        detail: 'The file needs a username column.',
      })
    })

    it('fails if the worker fails', async () => {
      const worker = workerThat((each) => {
        if (typeof each.onerror === 'function') each.onerror(new Event('error'))
      })
      await expect(createCsvReader(() => worker).read(csv('a.csv'))).rejects.toBeInstanceOf(CsvError)
      expect(worker.terminate).toHaveBeenCalledTimes(1)
    })
  })
})
