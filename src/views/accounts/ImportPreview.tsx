import { useSelector } from '@xstate/react'
import { useId } from 'react'
import type { CsvImportRef } from '../../machines/accounts/csvImport'
import { createImportReader } from '../../machines/accounts/importParts.actors'
import * as words from '../../schemas/accounts/accounts.words'
import { type CsvColumn, columnProblems, csvColumns, type HeaderMatch } from '../../schemas/accounts/csvRows'
import { buttons } from '../../schemas/crud.words'
import { useLogic } from '../shell/logicContext'
import { Button, Card, Cell, ColumnHeader, counted, Select, Table, TableBody, TableHead, TableRow } from '../ui'

const accept = { type: 'preview.accept' } as const

export const ImportPreview = ({ csvImport }: { csvImport: CsvImportRef }) => {
  const snapshot = useSelector(csvImport, (current) => current)
  const importReader = createImportReader(useLogic())
  const { fileName, rows, headers = [] } = snapshot.context
  const problems = useId()
  const firstOf = (column: CsvColumn, place: number) => {
    const columns = headers.map((_, each) => (each === place ? column : null))
    return importReader.rows({ ...rows, columns }).at(0)?.values[column] ?? ''
  }
  return (
    <Card role="region" aria-label="CSV import" className="mb-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="flex-1 basis-64">
          <strong className="font-semibold break-all">{fileName}</strong>
          {words.checkColumns}
        </p>
        <div className="flex flex-wrap gap-1">
          <Button
            size="sm"
            disabled={!snapshot.can(accept)}
            aria-describedby={problems}
            onClick={() => csvImport.send(accept)}
          >
            Import {counted(rows.length, 'row')}
          </Button>
          <Button tone="quiet" size="sm" onClick={() => csvImport.send({ type: 'report.dismiss' })}>
            {buttons.cancel}
          </Button>
        </div>
      </div>
      <div id={problems} role="status" className="text-danger-ink *:mt-2">
        <Problems headers={headers} />
      </div>
      <div className="mt-4">
        <Table label={words.columnsInFile}>
          <TableHead>
            <ColumnHeader>{words.inTheFile}</ColumnHeader>
            <ColumnHeader>Imported as</ColumnHeader>
            <ColumnHeader>First row</ColumnHeader>
          </TableHead>
          <TableBody>
            {headers
              .map((match, place) => ({ ...match, place }))
              .map(({ header, column, place }) => (
                <TableRow key={place}>
                  <Cell phone="inline" className="font-semibold wrap-anywhere">
                    {header || `Column ${place + 1}`}
                  </Cell>
                  <Cell phone="inline" label="Imported as">
                    <Select
                      aria-label={words.importColumnAs(header || `Column ${place + 1}`)}
                      className="min-w-48"
                      value={column ?? ''}
                      onChange={({ currentTarget }) =>
                        csvImport.send({
                          type: 'column.choose',
                          place,
                          column: csvColumns.find((name) => name === currentTarget.value),
                        })
                      }
                    >
                      <option value="">Not used</option>
                      {csvColumns.map((name) => (
                        <option key={name}>{name}</option>
                      ))}
                    </Select>
                  </Cell>
                  <Cell phone="inline" label="First row" className="wrap-anywhere">
                    {column ? shown(column, firstOf(column, place)) : ''}
                  </Cell>
                </TableRow>
              ))}
          </TableBody>
        </Table>
      </div>
    </Card>
  )
}

const Problems = ({ headers }: { headers: readonly HeaderMatch[] }) => {
  const { duplicates, missing } = columnProblems(headers)
  return (
    <>
      {duplicates.length > 0 ? <p>{words.duplicateColumns(duplicates.join(', '))}</p> : null}
      {missing.length > 0 ? <p>{words.missingColumns(missing.join(', '))}</p> : null}
    </>
  )
}

/** Shows only the ends of a secret. */
const shown = (column: CsvColumn, value: string): string => {
  if (value === '') return 'empty'
  if (column === 'username' || column === 'group') return value
  return value.length < 12 ? '••••' : `${value.slice(0, 2)}••••${value.slice(-2)}`
}
