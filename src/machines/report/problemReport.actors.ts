import { fromPromise } from 'xstate'
import { shortName } from '../../recording/names'
import type { Entry, Head } from '../../recording/recording'
import { valueText } from '../../recording/replay'
import { makeReport, textsIn } from '../../recording/report'
import type { Recorded } from '../../recording/ring'
import { messages } from '../../schemas/messages'
import type { AnsweredCall } from '../../services/api/requestLog'
import { saveFile } from '../../services/saveFile'
import type { AllActors } from '../crud/service'
import { type ProblemFile, problemReportMachine, type Shows } from './problemReport'

export interface ProblemSource {
  recorded(): Promise<Recorded>
  calls(): AnsweredCall[]
}

/** Texts of the product, which contain no personal data. */
const catalogue = textsIn(messages)

export const problemReport = (source: ProblemSource, page: Window) =>
  problemReportMachine.provide({
    actors: {
      gather: fromPromise<ProblemFile, Shows>(({ input: shows }) => fileOf(source, page, shows)),
      save: fromPromise<void, ProblemFile>(async ({ input: { name, text } }) =>
        saveFile(page.document, name, text, 'application/json'),
      ),
    } satisfies AllActors<typeof problemReportMachine>,
  })

const fileOf = async (source: ProblemSource, page: Window, shows: Shows): Promise<ProblemFile> => {
  const recorded = await source.recorded()
  const savedAt = Date.now()
  const calls = source.calls()
  const { entries, text } = makeReport(
    recorded,
    {
      savedAt,
      version: import.meta.env.VERSION ?? '',
      build: import.meta.env.BUILD ?? '',
      browser: page.navigator.userAgent,
      path: page.location.pathname,
      screen: { width: page.innerWidth, height: page.innerHeight },
      requests: calls.map(headOf),
    },
    shows,
    catalogue,
  )
  const names = new Map(entries.flatMap((each) => (each.kind === 'actor' ? [[each.actor, each.name] as const] : [])))
  const happened = entries.filter((each) => each.kind !== 'actor')
  return {
    name: `problem-${new Date(savedAt).toISOString().slice(0, 16).replace(/\W/g, '-')}.json`,
    text,
    parts: new Set(happened.map(({ actor }) => actor)).size,
    events: happened.filter(({ kind }) => kind === 'event').length,
    calls: calls.length,
    since: entries[0]?.at,
    lines: happened.map((each) => lineOf(each, names.get(each.actor) ?? each.actor)),
  }
}

/** Leaves out the bodies of request and answer. */
const headOf = ({ answer, ...call }: AnsweredCall): Head['requests'][number] => {
  const requestId = answer?.headers.get('x-request-id')
  return { ...call, ...(answer ? { status: answer.status } : {}), ...(requestId ? { requestId } : {}) }
}

const lineOf = (entry: Exclude<Entry, { kind: 'actor' }>, name: string): string => {
  const time = new Date(entry.at).toLocaleTimeString()
  if (entry.kind === 'snapshot') {
    const { value, context } = entry.snapshot
    return `${time} ${name} is ${valueText(value)} ${JSON.stringify(context ?? {})}`
  }
  const { type, ...rest } = entry.event
  const what = Object.keys(rest).length === 0 ? '' : ` ${JSON.stringify(rest)}`
  return `${time} ${name} ${entry.kind === 'event' ? 'takes' : 'tells'} ${shortName(type)}${what}`
}
