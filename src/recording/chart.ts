import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'
import { shortName } from './names'
import type { Chart } from './recording'

export interface ReadChart {
  chart: Chart
  idOf(transition: AnyTransitionDefinition): string | undefined
}

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
        sources: node.invoke.map(({ src }) => (typeof src === 'string' ? src : 'inline')),
        isParallel: node.type === 'parallel',
        entry: ownActions(node, node.entry),
        exit: ownActions(node, node.exit),
        ...(node.description === undefined ? {} : { description: node.description }),
      })),
      transitions: [...ids].map(([{ eventType, guard, source, target, actions, reenter }, id]) => ({
        id,
        event: shortName(eventType),
        type: eventType,
        ...(guard === undefined ? {} : { guard: guardName(guard) }),
        actions: actions.map(actionName),
        reenters: reenter,
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

/** The name in `setup`, or `assign`, `raise` and so on for an inline action. */
const actionName = (action: AnyTransitionDefinition['actions'][number]): string => {
  const name = typeof action === 'string' ? action : 'type' in action ? String(action.type) : action.name
  return name.replace(/^xstate\./, '') || 'inline'
}

/** Leaves out actions that XState adds for `after`. */
const ownActions = (node: AnyStateNode, actions: AnyStateNode['entry']): string[] => {
  const delays = new Set(node.after.map(({ eventType }) => eventType)).size
  return actions.slice(0, actions.length - delays).map(actionName)
}
