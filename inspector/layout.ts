import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api'
import type { Chart, ChartState, ChartTransition } from '../src/recording/recording'
import type { Box, Drawing, Line } from '../src/views/history/steps/drawing'

const letter = 6.6
const line = 15
const margin = 10

const options = {
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.json.shapeCoords': 'ROOT',
  'elk.json.edgeCoords': 'ROOT',
  'elk.layered.spacing.nodeNodeBetweenLayers': '28',
  'elk.spacing.nodeNode': '28',
  'elk.spacing.edgeLabel': '4',
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
}

/**
 * The layout program has 1.4 MB and takes about a second for a large chart. It runs in a worker, because the page
 * shares its thread with the console; Node has no workers of this kind.
 */
const loadElk = async () => {
  if (typeof Worker === 'undefined') {
    const { default: ELK } = await import('elkjs/lib/elk.bundled.js')
    return new ELK()
  }
  const { default: ELK } = await import('elkjs/lib/elk-api.js')
  const startWorker = () => new Worker(new URL('./layoutWorker.ts', import.meta.url), { type: 'module' })
  return new ELK({ workerFactory: startWorker })
}
let elk: ReturnType<typeof loadElk> | undefined

const drawings = new WeakMap<Chart, Promise<Drawing>>()

/** Lengths are in CSS pixels. */
export const layOut = (chart: Chart): Promise<Drawing> => {
  const known = drawings.get(chart) ?? draw(chart)
  drawings.set(chart, known)
  return known
}

const draw = async (chart: Chart): Promise<Drawing> => {
  const root = chart.states[0]
  if (!root) return { width: 0, height: 0, states: [], arrows: [] }
  const graph: ElkNode = {
    id: 'drawing',
    layoutOptions: options,
    children: [elkNode(chart, root)],
    edges: bundles(chart).map(elkEdge),
  }
  elk ??= loadElk()
  const laidOut = await (await elk).layout(graph)
  const boxes = flatten(laidOut.children ?? [])
  return {
    width: laidOut.width ?? 0,
    height: laidOut.height ?? 0,
    states: chart.states.flatMap((state) => {
      const box = boxes.get(state.id)
      return box
        ? [
            {
              ...boxOf(box),
              state,
              isLeaf: !chart.states.some(({ parent }) => parent === state.id),
              notes: notesOf(chart, state),
            },
          ]
        : []
    }),
    arrows: bundles(chart).flatMap(({ id, lines }) => {
      const edge = laidOut.edges?.find((each) => each.id === id)
      const section = edge?.sections?.[0]
      const label = edge?.labels?.[0]
      if (!section || !label) return []
      const points = [section.startPoint, ...(section.bendPoints ?? []), section.endPoint]
      return [{ id, points, label: { ...boxOf(label), lines } }]
    }),
  }
}

/** `send done [isLast] / count, emit`. */
export const transitionText = ({ event, guard, actions = [] }: ChartTransition): string =>
  [
    event,
    ...(guard === undefined ? [] : [`[${guard}]`]),
    ...(actions.length > 0 ? [`/ ${actions.join(', ')}`] : []),
  ].join(' ')

const lineOf = (transition: ChartTransition): Line => ({ text: transitionText(transition), transition: transition.id })

interface Bundle {
  id: string
  source: string
  target: string
  lines: Line[]
}

const bundles = ({ transitions }: Chart): Bundle[] => {
  const found = new Map<string, Bundle>()
  for (const transition of transitions) {
    for (const target of transition.targets) {
      const id = `${transition.source} -> ${target}`
      const lines = [...(found.get(id)?.lines ?? []), lineOf(transition)]
      found.set(id, { id, source: transition.source, target, lines })
    }
  }
  return [...found.values()]
}

const notesOf = ({ transitions }: Chart, state: ChartState): Line[] => [
  ...actionsLine('entry', state.entry),
  ...actionsLine('exit', state.exit),
  ...state.invokes.map((id) => ({ text: `runs ${id}` })),
  ...transitions.filter(({ source, targets }) => source === state.id && targets.length === 0).map(lineOf),
]

const actionsLine = (when: string, actions: string[] = []): Line[] =>
  actions.length > 0 ? [{ text: `${when} / ${actions.join(', ')}` }] : []

const widthOf = (lines: string[]) => Math.ceil(Math.max(...lines.map((text) => text.length)) * letter)

const elkNode = (chart: Chart, state: ChartState): ElkNode => {
  const children = chart.states.filter(({ parent }) => parent === state.id)
  const notes = notesOf(chart, state)
  const head = (notes.length + 1) * line + 2 * margin
  const width = widthOf([`${state.key}  ${state.tags.join(' ')}`, ...notes.map(({ text }) => text)]) + 3 * margin
  return children.length > 0
    ? {
        id: state.id,
        children: children.map((child) => elkNode(chart, child)),
        layoutOptions: {
          'elk.padding': `[top=${head + margin},left=${margin * 2},bottom=${margin * 2},right=${margin * 2}]`,
          'elk.nodeSize.constraints': 'MINIMUM_SIZE',
          'elk.nodeSize.minimum': `(${width},${head})`,
        },
      }
    : { id: state.id, width, height: head }
}

const elkEdge = ({ id, source, target, lines }: Bundle): ElkExtendedEdge => ({
  id,
  sources: [source],
  targets: [target],
  labels: [{ text: id, width: widthOf(lines.map(({ text }) => text)) + 8, height: lines.length * line }],
})

const flatten = (nodes: ElkNode[]): Map<string, ElkNode> =>
  new Map(nodes.flatMap((node) => [[node.id, node] as const, ...flatten(node.children ?? [])]))

const boxOf = ({ x = 0, y = 0, width = 0, height = 0 }: Partial<Box>): Box => ({ x, y, width, height })
