import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Walk } from './machineModel'

type Row = { machine: string } & Pick<Walk, 'transitions' | 'taken' | 'paths'>

/** Shows how far the generated paths reach; `npm test` prints it at the end. */
export const reportWalks = (name: string, walks: Row[]): void => {
  const rows = walks.map(({ machine, transitions, taken, paths }) => ({ machine, transitions, taken, paths }))
  const folder = process.env.WALKS_FOLDER
  if (folder) writeFileSync(join(folder, `${name}.walks.json`), JSON.stringify(rows))
  else console.table(rows)
}
