import papaparse from 'papaparse'
import { sandboxAccounts } from './accounts-data'

/** The console's import file: header line, RFC 4180 quoting, `\r\n` line ends. */
export const sandboxAccountsCsv = (count: number, options?: { from?: number; group?: string }): string =>
  `${papaparse.unparse(sandboxAccounts(count, options))}\r\n`
