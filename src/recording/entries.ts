import type { AnyStateMachine } from 'xstate'
import { type ReadChart, readChart } from './chart'
import type { Happening } from './happenings'
import type { Entry } from './recording'

/** A chart is read once for all of its actors. */
export const createEntryMaker = (): ((happening: Happening, machine: AnyStateMachine | undefined) => Entry) => {
  const charts = new WeakMap<AnyStateMachine, ReadChart>()
  const chartOf = (machine: AnyStateMachine): ReadChart => {
    const known = charts.get(machine) ?? readChart(machine)
    charts.set(machine, known)
    return known
  }
  return (happening, machine) => {
    switch (happening.kind) {
      case 'actor': {
        const { kind, at, met } = happening
        const { actor, name, parent, src, input } = met
        return {
          kind,
          at,
          actor,
          name,
          ...(parent === undefined ? {} : { parent }),
          ...(src === undefined ? {} : { src }),
          ...(input === undefined ? {} : { input }),
          ...(machine ? { machine: machine.id, chart: chartOf(machine).chart } : {}),
        }
      }
      case 'event': {
        const { source, ...data } = happening
        return source === undefined ? data : { ...data, source }
      }
      case 'emitted':
        return happening
      case 'snapshot': {
        const idOf = machine ? chartOf(machine).idOf : () => undefined
        return { ...happening, transitions: happening.transitions.flatMap((each) => idOf(each) ?? []) }
      }
    }
  }
}
