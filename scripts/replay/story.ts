import { readChart } from '../../src/recording/chart'
import { shortName } from '../../src/recording/names'
import type { Chart, Entry, Recording } from '../../src/recording/recording'
import { activeStates, valueText } from '../../src/recording/replay'
import type { Charts, Difference, Rerun } from './rerun'

export interface Product {
  version: string
  build: string
}

export const originOf = ({ head, entries }: Recording, charts: Charts, here: Product): string[] => {
  const changed = changedCharts(entries, charts)
  const charted = changed.length === 0 ? [] : [`Charts that have changed since: ${changed.join(', ')}.`]
  const isCut = entries.some((entry) => entry.kind === 'actor' && entry.resumed)
  const begins = new Date(entries[0]?.at ?? 0).toISOString()
  if (isCut) charted.unshift(`The recording begins at ${begins}. Earlier events are not in the file.`)
  if (!head) return ['A recording of the inspector.', ...charted]
  const { savedAt, version, build, browser, path, shows, requests } = head
  const hidden = [shows.texts ? [] : 'texts', shows.names ? [] : 'names and addresses'].flat()
  return [
    `Reported ${new Date(savedAt).toISOString()} at ${path}, ${browser}.`,
    version === here.version && build === here.build
      ? `Version ${version}, build ${build}, as here.`
      : `Of another version: ${version}, build ${build}. Here is ${here.version}, build ${here.build}.`,
    ...charted,
    ...(hidden.length === 0 ? [] : [`Placeholders stand for ${hidden.join(', ')}.`]),
    ...requests.filter(({ status }) => status === undefined || status >= 400).map(requestLine),
  ]
}

const requestLine = ({ at, call, status, requestId }: NonNullable<Recording['head']>['requests'][number]): string =>
  `${new Date(at).toISOString()} ${call}: ${status ?? 'no answer'}${requestId === undefined ? '' : `, request ${requestId}`}`

export const differencesOf = ({ differences, unknown, compared }: Rerun): string[] => [
  ...differences.flatMap(linesOf),
  differences.length === 0
    ? `Today's charts do the same: ${compared.actors} machines, ${compared.events} events.`
    : `${differences.length} of ${compared.actors} machines part from the recording.`,
  ...(unknown.length === 0
    ? []
    : [`Not compared, because they are made for each of their uses: ${unknown.join(', ')}.`]),
]

const linesOf = ({ actor, name, event, step, where, recorded, today }: Difference): string[] => [
  `${name} (${actor}), its event ${step}, ${shortName(event)}: ${where}`,
  `  recorded  ${shown(where, recorded)}`,
  `  today     ${shown(where, today)}`,
]

const longest = 300

const shown = (where: string, value: unknown): string => {
  if (where.startsWith('value') && typeof value !== 'undefined') return valueText(value)
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > longest ? `${text.slice(0, longest)}...` : text
}

/** A build has no descriptions, and other names for functions. */
const behaviour = (chart: Chart): string =>
  JSON.stringify(chart, (name, value) => (name === 'description' ? undefined : value))

const changedCharts = (entries: Entry[], charts: Charts): string[] => {
  const recorded = new Map<string, Chart>()
  for (const entry of entries) {
    if (entry.kind === 'actor' && entry.machine !== undefined && entry.chart) recorded.set(entry.machine, entry.chart)
  }
  return [...recorded].flatMap(([id, chart]) => {
    const today = charts.get(id)
    return today && behaviour(readChart(today).chart) !== behaviour(chart) ? [id] : []
  })
}

/** The names of a machine's active states, separated by dots: `work.open.previewing.whole`. */
export const statesOf = (chart: Chart, value: unknown): string[] => {
  const [root] = chart.states
  return [...activeStates(chart, value)].flatMap((id) =>
    id === root?.id ? [] : [id.slice((root?.id.length ?? 0) + 1)],
  )
}
