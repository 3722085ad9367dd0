// npm run trail [-- export [--operator EMAIL] [--format jsonl|csv] [FILE] | verify FILE | accept]: verifies the audit
// trail, exports it, compares an export or an anchor with the database, or accepts lines of an older server. It works
// even while the server runs. See docs/operating.md.
import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { readConfig } from '../server/config'
import { acceptTrail, checkTrail, everyLine, type TrailLine } from '../server/db/trail/auditTrail'
import { verifyFile } from '../server/db/trail/trailFile'
import { type ReportColumn, reportCsv, reportLines } from '../src/services/reports'
import { openServersTrail, runThenClose } from './serversDatabase'

const columns: readonly ReportColumn<TrailLine>[] = [
  ['id', ({ id }) => id],
  ['at', ({ at }) => at],
  ['operator', ({ operator }) => operator],
  ['action', ({ action }) => action],
  ['subject', ({ subject }) => subject],
  ['detail', ({ detail }) => detail],
  ['address', ({ address }) => address],
  ['session_id', ({ session_id }) => session_id],
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
const database = await openServersTrail(readConfig(process.env))
const { db } = database

const commands: Record<string, () => Promise<void>> = {
  check: async () => {
    const { chains, lines, older, broken } = await checkTrail(db)
    for (const sentence of broken) console.log(sentence)
    if (older > 0) console.log(`${older} lines are older than the chains, so changes in them cannot be detected.`)
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
  verify: async () => {
    if (file === undefined) throw new Error('verify FILE: name a file of JSON lines, an export or an anchor')
    const { lines, ends, broken } = await verifyFile(db, createInterface({ input: createReadStream(file) }))
    if (lines + ends === 0)
      throw new Error(`${file} has no line of the audit trail. CSV cannot be verified: export JSON lines`)
    for (const sentence of broken) console.log(sentence)
    console.log(`${lines} lines and ${ends} ends of chains compared, ${broken.length} broken.`)
    if (broken.length > 0) process.exitCode = 1
  },
  accept: async () => {
    for (const sentence of await acceptTrail(db)) console.log(`accepted if its hashes hold: ${sentence}`)
    await commands.check?.()
  },
}

await runThenClose(async () => {
  const run = commands[command]
  if (!run) throw new Error(`${command}: use ${Object.keys(commands).join(' or ')}`)
  await run()
}, database)
