import type { Chart, ChartState, ChartTransition } from '../src/recording/recording'
import { grouped } from './grouped'

/** A chart as Mermaid's `stateDiagram-v2`. Edges have the event and, in brackets, the guard. */
export const mermaid = (chart: Chart): string => {
  const root = chart.states[0]
  return ['stateDiagram-v2', ...(root ? diagram(family(chart), root.id, '  ') : [])].join('\n')
}

interface Family {
  chart: Chart
  stateOf(id: string): ChartState
  childrenOf(id: string): ChartState[]
  lineOf(id: string): string[]
}

const family = (chart: Chart): Family => {
  const states = new Map(chart.states.map((state) => [state.id, state]))
  const stateOf = (id: string): ChartState => {
    const state = states.get(id)
    if (!state) throw new Error(`The chart has no state ${id}`)
    return state
  }
  const lineOf = (id: string): string[] => {
    const { parent } = stateOf(id)
    return [id, ...(parent === undefined ? [] : lineOf(parent))]
  }
  return { chart, stateOf, childrenOf: (id) => chart.states.filter(({ parent }) => parent === id), lineOf }
}

/** Mermaid accepts an edge across a composite state's border only if the edge names the composite state itself. */
const diagram = (states: Family, level: string, indent: string): string[] => {
  const children = states.childrenOf(level)
  const first = children.find(({ isInitial }) => isInitial)
  return [
    ...(first ? [`${indent}[*] --> ${first.key}`] : []),
    ...children.flatMap(({ id, key }) =>
      states.childrenOf(id).length > 0
        ? [`${indent}state ${key} {`, ...diagram(states, id, `${indent}  `), `${indent}}`]
        : [`${indent}${key}`],
    ),
    ...arrows(states.chart.transitions.filter(isOfUse).flatMap((each) => edges(states, each, level))).map(
      (arrow) => `${indent}${arrow}`,
    ),
    ...children.flatMap(({ key, isFinal }) => (isFinal ? [`${indent}${key} --> [*]`] : [])),
  ]
}

/** A branch without target and actions refuses the event. */
const isOfUse = ({ targets, actions = [] }: ChartTransition): boolean => targets.length > 0 || actions.length > 0

interface Edge {
  ends: string
  text: string
}

const arrows = (edges: Edge[]): string[] =>
  [...grouped(edges, ({ ends }) => ends)].map(
    ([ends, between]) => `${ends} : ${between.map(({ text }) => text).join(' · ')}`,
  )

/** The edges of a transition whose two ends meet in `level` and not below. */
const edges = (states: Family, { source, targets, event, guard }: ChartTransition, level: string): Edge[] =>
  (targets.length > 0 ? targets : [source]).flatMap((target) => {
    const outer = states
      .lineOf(source)
      .slice(1)
      .find((id) => states.lineOf(target).slice(1).includes(id))
    if (outer !== level) return []
    const end = (id: string) => states.lineOf(id).find((each) => states.stateOf(each).parent === level) ?? id
    const [from, to] = [end(source), end(target)]
    const inner = [
      ...(from === source ? [] : [`from ${states.stateOf(source).key}`]),
      ...(to === target || target === source ? [] : [`to ${states.stateOf(target).key}`]),
    ]
    const text = [
      event,
      ...(guard === undefined ? [] : [`[${guard}]`]),
      ...(inner.length > 0 ? [`(${inner.join(', ')})`] : []),
    ].join(' ')
    return [{ ends: `${states.stateOf(from).key} --> ${states.stateOf(to).key}`, text }]
  })
