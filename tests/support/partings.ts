import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { todaysCharts } from '../../scripts/replay/charts'
import { rerun } from '../../scripts/replay/rerun'
import { differencesOf } from '../../scripts/replay/story'
import { readRecording } from '../../src/recording/recording'
import { makeReport, textsIn } from '../../src/recording/report'
import { messages } from '../../src/schemas/messages'
import type { LeftRecording } from './leftRecordings'

const charts = todaysCharts()
const catalogue = textsIn(messages)

/** What `npm run replay` prints of the page's problem report, if a machine parts from it. */
export const partingsOf = ({ texts, path }: LeftRecording): string[] => {
  const recorded = { earlier: texts, actors: [], bases: new Map(), entries: [] }
  const screen = { width: 0, height: 0 }
  const head = { savedAt: Date.now(), version: '', build: '', browser: 'Chromium', path, screen, requests: [] }
  const { text } = makeReport(recorded, head, { texts: false, names: false }, catalogue)
  const run = rerun(readRecording(text).entries, charts)
  if (run.differences.length === 0) return []
  const folder = join(tmpdir(), 'parted')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${crypto.randomUUID()}.json`)
  writeFileSync(file, text)
  return [`The recording of ${path} does not replay: npm run replay -- ${file}`, ...differencesOf(run)]
}
