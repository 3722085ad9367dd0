import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'
import { shortName } from './names'
import type { Chart } from './recording'

export interface ReadChart {
  chart: Chart
  /** The id under which a transition of this very machine stands in the chart. */
  idOf(transition: AnyTransitionDefinition): string | undefined
}

/** The statechart of a machine as data, to be drawn elsewhere. */
export const readChart = (machine: AnyStateMachine): ReadChart => {
  const nodes = family(machine.root)
  const ids = new Map(
    nodes.flatMap((node) => transitionsOf(node).map((each, index) => [each, `${node.id}#${index}`] as const)),
  )
  return {
    chart: {
      states: nodes.map((node) => ({
        id: node.id,
        key: node.key,
        ...(node.parent ? { parent: node.parent.id } : {}),
        isFinal: node.type === 'final',
        isInitial: node.parent?.initial?.target.includes(node) ?? false,
        tags: [...node.tags],
        invokes: node.invoke.map(({ id }) => id),
      })),
      transitions: [...ids].map(([{ eventType, guard, source, target }, id]) => ({
        id,
        event: shortName(eventType),
        ...(guard === undefined ? {} : { guard: guardName(guard) }),
        source: source.id,
        targets: target?.map((node) => node.id) ?? [],
      })),
    },
    idOf: (transition) => ids.get(transition),
  }
}

const family = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(family)]

const transitionsOf = (node: AnyStateNode): AnyTransitionDefinition[] => [
  ...[...node.transitions.values()].flat(),
  ...(node.always ?? []),
]

const guardName = (guard: NonNullable<AnyTransitionDefinition['guard']>): string =>
  typeof guard === 'string' ? guard : 'type' in guard ? String(guard.type) : 'inline'
