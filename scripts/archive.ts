// npm run archive -- --days 365 [FOLDER]: moves old tasks into compressed files, even while the server runs. It can be
// interrupted and repeated. See docs/operating.md.
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { fewestHistoryDays, readConfig } from '../server/config'
import { archiveHistory } from '../server/jobs/retention/archive'
import { dayMs, timestamp } from '../server/time/clock'
import { openServersDatabase, runThenClose } from './serversDatabase'

const { values, positionals } = parseArgs({ options: { days: { type: 'string' } }, allowPositionals: true })
const days = Number(values.days)
if (!(Number.isInteger(days) && days >= fewestHistoryDays)) {
  throw new Error(`--days: must be ${fewestHistoryDays} or more, such as --days 365`)
}
const config = readConfig(process.env)
const folder = resolve(positionals[0] ?? join(config.DATA_DIR, 'archive'))
const database = await openServersDatabase(config)
await runThenClose(async () => {
  let moved = 0
  for await (const { file, tasks, remaining, isResumed } of archiveHistory(
    database.db,
    folder,
    timestamp(Date.now() - days * dayMs),
  )) {
    moved += tasks
    const changed = remaining > 0 ? `; ${remaining} stay, because they changed or are needed` : ''
    console.log(`${file}: ${tasks} tasks moved${isResumed ? ' from a file of an earlier run' : ''}${changed}.`)
  }
  console.log(`${moved} tasks moved to ${folder}.`)
}, database)
