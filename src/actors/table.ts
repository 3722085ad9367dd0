import { fromCallback } from 'xstate'
import type { AllActors } from '../machines/service'
import { createTable, type TableRules } from '../machines/table'
import type { ConsoleServices } from '../services/services'

/** Which part of a list is shown, kept in the browser's address. */
export const tableOf = <TState, TChange>(
  { watchQuery }: Pick<ConsoleServices, 'watchQuery'>,
  rules: TableRules<TState, TChange>,
) =>
  createTable(rules).provide({
    actors: {
      watchQuery: fromCallback(({ sendBack }) => watchQuery((query) => sendBack({ type: 'address.changed', query }))),
    } satisfies AllActors<ReturnType<typeof createTable>>,
  })
