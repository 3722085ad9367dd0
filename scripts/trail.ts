// npm run trail [-- export [--operator EMAIL] [--format jsonl|csv] [FILE]]: follows the audit trail and names the first
// broken link of each operator, or writes its lines down. Also while the server runs. See docs/security.md.
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { readConfig } from '../server/config'
import { checkTrail, everyLine, type TrailLine } from '../server/db/auditTrail'
import { messageOf } from '../server/messageOf'
import { type ReportColumn, reportCsv, reportLines } from '../src/services/reports'
import { openServersDatabase, orExit } from './serversDatabase'

const columns: readonly ReportColumn<TrailLine>[] = [
  ['id', ({ id }) => id],
  ['at', ({ at }) => at],
  ['operator', ({ operator }) => operator],
  ['action', ({ action }) => action],
  ['subject', ({ subject }) => subject],
  ['detail', ({ detail }) => detail],
  ['chain', ({ chain }) => chain],
  ['position', ({ position }) => position],
  ['hash', ({ hash }) => hash],
]

async function* csv(lines: AsyncIterable<TrailLine>) {
  yield reportCsv(columns, [])
  for await (const line of lines) yield reportLines(columns, [line])
}

async function* jsonLines(lines: AsyncIterable<TrailLine>) {
  for await (const line of lines) yield `${JSON.stringify(line)}\n`
}

const formats: Record<string, (lines: AsyncIterable<TrailLine>) => AsyncIterable<string>> = { csv, jsonl: jsonLines }

const { values, positionals } = parseArgs({
  options: { operator: { type: 'string' }, format: { type: 'string', default: 'jsonl' } },
  allowPositionals: true,
})
const [command = 'check', file] = positionals
const { db, close } = await openServersDatabase(readConfig(process.env)).catch(orExit)

const commands: Record<string, () => Promise<void>> = {
  check: async () => {
    const { chains, lines, older, broken } = await checkTrail(db)
    for (const sentence of broken) console.log(sentence)
    if (older > 0) console.log(`${older} lines are of versions before the chains: nothing shows whether they changed.`)
    console.log(`${lines} lines of ${chains} chains followed, ${broken.length} broken.`)
    if (broken.length > 0) process.exitCode = 1
  },
  export: async () => {
    const format = formats[values.format]
    if (!format) throw new Error(`--format ${values.format}: use ${Object.keys(formats).join(' or ')}`)
    const lines = format(everyLine(db, values.operator))
    if (file === undefined) await pipeline(lines, process.stdout, { end: false })
    else await pipeline(lines, createWriteStream(file, { mode: 0o600 }))
  },
}

try {
  const run = commands[command]
  if (!run) throw new Error(`${command}: use ${Object.keys(commands).join(' or ')}`)
  await run()
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
} finally {
  await close()
}
