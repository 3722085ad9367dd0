import ELK, { type ElkExtendedEdge, type ElkNode } from 'elkjs/lib/elk.bundled.js'
import type { Chart, ChartState, ChartTransition } from '../src/recording/recording'

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

export interface StateBox extends Box {
  state: ChartState
  isLeaf: boolean
  /** Lines below the state's name: what it invokes, and what it takes without leaving. */
  notes: Note[]
}

export interface Note {
  text: string
  /** The transition that the note stands for. */
  transition?: string
}

/** One arrow for all transitions between the same two states. */
export interface Arrow {
  id: string
  points: { x: number; y: number }[]
  label: Box & { lines: ChartTransition[] }
}

export interface Drawing {
  width: number
  height: number
  /** Parents before children. */
  states: StateBox[]
  arrows: Arrow[]
}

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

/** Places every state and every transition of a chart. Lengths are in CSS pixels. */
export const layOut = async (chart: Chart): Promise<Drawing> => {
  const root = chart.states[0]
  if (!root) return { width: 0, height: 0, states: [], arrows: [] }
  const graph: ElkNode = {
    id: 'drawing',
    layoutOptions: options,
    children: [elkNode(chart, root)],
    edges: bundles(chart).map(elkEdge),
  }
  const laidOut = await new ELK().layout(graph)
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

/** `send done [isLast]`. */
export const transitionText = ({ event, guard }: ChartTransition): string =>
  guard === undefined ? event : `${event} [${guard}]`

interface Bundle {
  id: string
  source: string
  target: string
  lines: ChartTransition[]
}

const bundles = ({ transitions }: Chart): Bundle[] => {
  const found = new Map<string, Bundle>()
  for (const transition of transitions) {
    for (const target of transition.targets) {
      const id = `${transition.source} -> ${target}`
      const lines = [...(found.get(id)?.lines ?? []), transition]
      found.set(id, { id, source: transition.source, target, lines })
    }
  }
  return [...found.values()]
}

const notesOf = ({ transitions }: Chart, state: ChartState): Note[] => [
  ...state.invokes.map((id) => ({ text: `runs ${id}` })),
  ...transitions
    .filter(({ source, targets }) => source === state.id && targets.length === 0)
    .map((transition) => ({ text: transitionText(transition), transition: transition.id })),
]

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
  labels: [{ text: id, width: widthOf(lines.map(transitionText)) + 8, height: lines.length * line }],
})

const flatten = (nodes: ElkNode[]): Map<string, ElkNode> =>
  new Map(nodes.flatMap((node) => [[node.id, node] as const, ...flatten(node.children ?? [])]))

const boxOf = ({ x = 0, y = 0, width = 0, height = 0 }: Partial<Box>): Box => ({ x, y, width, height })
