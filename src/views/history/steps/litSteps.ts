import type { ItemHistory } from '../../../schemas/history/tasks'

interface Transition {
  id: string
  event: string
  source: string
  targets: string[]
}

export interface Step {
  place: number
  at: string
  /** Undefined for the first step. */
  event: { type: string } | undefined
  state: string
  active: string[]
  latest: string[]
}

const root = 'item'

/** `item`, `item.failed`, `item.failed.retryable`. */
const activeIn = (state: string): string[] =>
  [root, ...state.split('.')].map((_, depth, path) => path.slice(0, depth + 1).join('.'))

export const litSteps = (history: ItemHistory, transitions: readonly Transition[]): Step[] => {
  let before = activeIn('queued')
  const first = { place: 0, at: history.created_at, event: undefined, state: 'queued', active: before, latest: [] }
  const steps = history.steps.map(({ at, event, state }, index): Step => {
    const active = activeIn(state)
    const latest = transitions.filter(
      ({ event: type, source, targets }) =>
        type === event.type &&
        before.includes(source) &&
        (targets.length === 0 ? active.join() === before.join() : targets.some((target) => active.includes(target))),
    )
    before = active
    return { place: index + 1, at, event, state, active, latest: latest.map(({ id }) => id) }
  })
  return [first, ...steps]
}
