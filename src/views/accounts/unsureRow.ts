/** What is known of a row whose answer was lost; `line` is the line of the file on which it starts, from 1. */
export const unsureRow = (line: number): string =>
  `The row on line ${line.toLocaleString()} was on its way and may have been added.`
