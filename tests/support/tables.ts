import { within } from '@testing-library/react'

/** What a table says in its head. */
export const columns = (table: HTMLElement) =>
  within(table)
    .getAllByRole('columnheader')
    .map((each) => each.textContent)

/** What a row of a table says, cell by cell; none where there is no such row. */
export const cells = (row: HTMLElement | undefined) =>
  row
    ? within(row)
        .getAllByRole('cell')
        .map((each) => each.textContent)
    : []
