import type { Account } from '../schemas/accounts'
import type { RejectedRow } from '../schemas/csvRows'
import type { Task } from '../schemas/tasks'
import { accountsCsv } from './accountReport'
import { failedRowsCsv, templateCsv } from './csvReport'
import { taskItemsCsv } from './taskReport'

/** The files that the console hands to the person. */
export const createDownloads = (page: Document) => {
  const download = createDownload(page)
  return {
    csvTemplate: () => download('media-agents.csv', templateCsv()),
    failedRows: (rejected: RejectedRow[]) => download('failed-rows.csv', failedRowsCsv(rejected)),
    taskItems: (task: Task) => download(`task-${task.id}.csv`, taskItemsCsv(task)),
    accounts: (accounts: Account[]) => download('media-agent-list.csv', accountsCsv(accounts)),
  }
}

/** Hands a CSV text to the person as a file. */
const createDownload = (page: Document) => (fileName: string, csv: string) => {
  const address = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }))
  const link = page.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  URL.revokeObjectURL(address)
}
