import { fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { describe, expect, it, vi } from 'vitest'
import {
  Cell,
  ColumnHeader,
  EmptyRow,
  RowActions,
  SortHeader,
  Table,
  TableBody,
  TableHead,
  TableLoading,
  TableRow,
} from '../../../src/views/ui'

const inRow = (cell: ReactNode) =>
  render(
    <Table label="Groups">
      <TableBody>
        <TableRow>{cell}</TableRow>
      </TableBody>
    </Table>,
  )

describe('a table', () => {
  it('has a name, and is marked as busy during loading', () => {
    const { rerender } = render(
      <Table label="Groups">
        <TableBody>
          <EmptyRow columns={3} />
        </TableBody>
      </Table>,
    )
    const table = screen.getByRole('table', { name: 'Groups' })
    expect(table.hasAttribute('aria-busy')).toBe(false)
    expect(screen.getByRole('cell', { name: 'No results.' }).getAttribute('colspan')).toBe('3')
    rerender(
      <Table label="Groups" busy>
        <TableBody>
          <EmptyRow columns={3} />
        </TableBody>
      </Table>,
    )
    expect(table.getAttribute('aria-busy')).toBe('true')
  })

  it('opens a record by a click in its row, but not by one in a window that the row opened', () => {
    const opened = vi.fn()
    render(
      <Table label="Groups">
        <TableBody>
          <TableRow opens>
            <Cell>
              <button type="button" data-opens onClick={opened}>
                Edit
              </button>
            </Cell>
            <Cell>launch-crew{createPortal(<p>Are you sure?</p>, document.body)}</Cell>
          </TableRow>
        </TableBody>
      </Table>,
    )
    fireEvent.click(screen.getByText('Are you sure?'))
    expect(opened).not.toHaveBeenCalled()
    fireEvent.click(screen.getByText('launch-crew'))
    expect(opened).toHaveBeenCalledOnce()
  })

  it('is narrower with many columns', () => {
    const table = (dense?: boolean) => (
      <Table label="Groups" dense={dense}>
        <TableBody>
          <EmptyRow columns={3} />
        </TableBody>
      </Table>
    )
    const { container, rerender } = render(table())
    const gaps = () => [
      container.firstElementChild?.classList.contains('@container'),
      screen.getByRole('table').className.includes('[--gap:'),
    ]
    expect(gaps()).toEqual([false, false])
    rerender(table(true))
    expect(gaps()).toEqual([true, true])
  })

  it('has column headers at the start or, for numbers, at the end', () => {
    render(
      <Table label="Groups">
        <TableHead>
          <ColumnHeader>Name</ColumnHeader>
          <ColumnHeader align="end">Accounts</ColumnHeader>
        </TableHead>
      </Table>,
    )
    const headers = screen.getAllByRole('columnheader')
    expect(headers.map((header) => [header.textContent, header.classList.contains('text-right')])).toEqual([
      ['Name', false],
      ['Accounts', true],
    ])
    expect(headers.map((header) => header.classList.contains('font-semibold'))).toEqual([true, true])
  })

  it.each([
    ['ascending', 'lucide-arrow-up'],
    ['descending', 'lucide-arrow-down'],
    [null, 'lucide-chevrons-up-down'],
  ] as const)('sorted %s has an arrow that says so', (direction, arrow) => {
    render(
      <Table label="Groups">
        <TableHead>
          <SortHeader direction={direction} onSort={() => {}}>
            Name
          </SortHeader>
        </TableHead>
      </Table>,
    )
    const header = screen.getByRole('columnheader', { name: 'Name' })
    expect(header.getAttribute('aria-sort')).toBe(direction)
    const classes = [...(header.querySelector('svg')?.classList ?? [])]
    expect(classes).toContain(arrow)
    expect(classes.includes('text-primary')).toBe(direction !== null)
  })

  it.each([
    ['line', 'Owner', 'mr-1', 'max-md:order-4'],
    ['half', 'Owner', 'block', 'max-md:order-5'],
    ['title', undefined, undefined, 'max-md:order-1'],
    ['aside', undefined, undefined, 'max-md:order-2'],
    ['inline', undefined, undefined, 'max-md:order-3'],
  ] as const)('has a cell whose place on a phone is %s, with the label %s', (phone, label, look, place) => {
    inRow(
      <Cell phone={phone} label="Owner">
        Ada
      </Cell>,
    )
    const cell = screen.getByRole('cell')
    const shown = cell.querySelector('span')
    expect([cell.textContent, shown?.textContent, cell.dataset.phone]).toEqual([`${label ?? ''}Ada`, label, phone])
    if (look) expect([...(shown?.classList ?? [])]).toContain(look)
    expect([...cell.classList]).toContain(place)
  })

  it('has by default cells without a label that are lines on a phone', () => {
    inRow(<Cell>Ada</Cell>)
    const cell = screen.getByRole('cell')
    expect([cell.textContent, cell.dataset.phone, cell.classList.contains('md:text-right')]).toEqual([
      'Ada',
      'line',
      false,
    ])
  })

  it('has its buttons at the end of a row', () => {
    inRow(
      <Cell>
        <RowActions>
          <button type="button">Edit</button>
        </RowActions>
      </Cell>,
    )
    expect(screen.getByRole('button', { name: 'Edit' })).toBeDefined()
  })

  it('has number cells at the end', () => {
    inRow(<Cell align="end">12</Cell>)
    expect(screen.getByRole('cell').classList.contains('md:text-right')).toBe(true)
  })

  it('that is loading shows that, with the requested number of empty rows', () => {
    const { container, rerender } = render(<TableLoading />)
    const rows = () => container.querySelectorAll('[aria-hidden] > .animate-pulse')
    expect([screen.getByRole('status').textContent, rows().length]).toEqual(['Loading...', 3])
    expect(rows()[0]?.children).toHaveLength(5)
    expect([...rows()].map((row) => row.querySelectorAll('.h-2\\.5').length)).toEqual([4, 4, 4])
    rerender(<TableLoading rows={2} />)
    expect(rows()).toHaveLength(2)
  })
})
