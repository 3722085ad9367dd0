import type { CsvImportContext, CsvImportRef } from '../../machines/csvImport'
import { type CsvColumn, csvColumns } from '../../schemas/csvRows'
import { Button, Card, Cell, ColumnHeader, counted, Table, TableBody, TableHead, TableRow } from '../ui'

/** Which column of the file is taken for which, since at least one was guessed: nothing is sent before it is accepted. */
export const ImportPreview = ({ csvImport, context }: { csvImport: CsvImportRef; context: CsvImportContext }) => {
  const { fileName, rows, headers = [] } = context
  const first = rows.at(0)
  const missing = csvColumns.filter((name) => name !== 'group' && !headers.some(({ column }) => column === name))
  return (
    <Card role="region" aria-label="CSV import" className="mb-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="flex-1 basis-64">
          <strong className="font-semibold break-all">{fileName}</strong>: some columns have other names than ours. Is
          this what they mean?
        </p>
        <div className="flex flex-wrap gap-1 max-sm:-ml-3">
          <Button size="sm" onClick={() => csvImport.send({ type: 'preview.accept' })}>
            Import {counted(rows.length, 'row')}
          </Button>
          <Button tone="quiet" size="sm" onClick={() => csvImport.send({ type: 'report.dismiss' })}>
            Cancel
          </Button>
        </div>
      </div>
      {missing.length > 0 ? (
        <p className="mt-2 text-danger-ink">The file has no column for {missing.join(', ')}.</p>
      ) : null}
      <div className="mt-4">
        <Table label="Columns of the file">
          <TableHead>
            <ColumnHeader>In the file</ColumnHeader>
            <ColumnHeader>Imported as</ColumnHeader>
            <ColumnHeader>First row</ColumnHeader>
          </TableHead>
          <TableBody>
            {headers
              .map((match, place) => ({ ...match, place }))
              .map(({ header, column, place }) => (
                <TableRow key={place}>
                  <Cell phone="inline" className="font-semibold wrap-anywhere">
                    {header}
                  </Cell>
                  <Cell phone="inline" label="Imported as">
                    {column ?? 'not imported'}
                  </Cell>
                  <Cell phone="inline" label="First row" className="wrap-anywhere">
                    {column ? shown(column, first?.values[column] ?? '') : ''}
                  </Cell>
                </TableRow>
              ))}
          </TableBody>
        </Table>
      </div>
    </Card>
  )
}

/** Of a secret only its ends, by which one tells one from another. */
const shown = (column: CsvColumn, value: string): string => {
  if (value === '') return 'empty'
  if (column === 'username' || column === 'group') return value
  return value.length < 12 ? '••••' : `${value.slice(0, 2)}••••${value.slice(-2)}`
}
