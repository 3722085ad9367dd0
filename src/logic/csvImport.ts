import { csvImportMachine } from '../machines/csvImport'
import type { AllActors } from '../machines/service'
import { accountCalls } from '../schemas/accountCalls'
import type { CsvContent, CsvRow } from '../schemas/csvRows'
import { part } from './part'
import { write } from './requests'

export const csvImport = part(({ client, csv }) => {
  const { createAccount } = client(accountCalls)
  return csvImportMachine.provide({
    actors: {
      readFile: write<CsvContent, { file: File }>(({ file }) => csv.read(file)),
      createRow: write<void, { row: CsvRow | undefined }>(async ({ row }) => {
        if (row) await createAccount({ body: row.values })
      }),
    } satisfies AllActors<typeof csvImportMachine>,
  })
})
