import { fromCallback } from 'xstate'
import type { ConsoleServices } from '../../services/services'
import type { AllActors } from './service'
import { createTable, type TableRules } from './table'

/** Keeps its state in the browser's address. */
export const tableOf = <TState, TChange>(
  { watchQuery }: Pick<ConsoleServices, 'watchQuery'>,
  rules: TableRules<TState, TChange>,
) =>
  createTable(rules).provide({
    actors: {
      watchQuery: fromCallback(({ sendBack }) => watchQuery((query) => sendBack({ type: 'address.changed', query }))),
    } satisfies AllActors<ReturnType<typeof createTable>>,
  })
