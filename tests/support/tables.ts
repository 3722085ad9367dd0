import { within } from '@testing-library/react'

export const columns = (table: HTMLElement) =>
  within(table)
    .getAllByRole('columnheader')
    .map((each) => each.textContent)

export const cells = (row: HTMLElement | undefined) =>
  row
    ? within(row)
        .getAllByRole('cell')
        .map((each) => each.textContent)
    : []
