import type { ChosenFile, CsvContent } from '../schemas/accounts/csvRows'

/** Files stay outside of machines, whose events and contexts are plain data. */
export interface ChosenFiles {
  hold(file: File): ChosenFile
  /** Once. @throws Error if the page does not hold the file. */
  take(id: string): File
  /** Keeps the rows of one file, in the page's memory only, because they contain credentials. */
  keepContent(id: string, content: CsvContent): void
  /** Without rows if the page does not hold them. */
  contentOf(id: string): CsvContent
  forgetContent(): void
}

const noRows: CsvContent = { rows: [], rejected: [] }

export const createChosenFiles = (): ChosenFiles => {
  const held = new Map<string, File>()
  let count = 0
  let read: { id: string; content: CsvContent } | undefined
  return {
    hold: (file) => {
      count += 1
      const id = `file ${count}`
      held.set(id, file)
      return { id, name: file.name }
    },
    take: (id) => {
      const file = held.get(id)
      if (!file) throw new Error(`The page does not hold ${id}`)
      held.delete(id)
      return file
    },
    keepContent: (id, content) => {
      read = { id, content }
    },
    contentOf: (id) => (read?.id === id ? read.content : noRows),
    forgetContent: () => {
      read = undefined
    },
  }
}
