import { type ActorRefFrom, assign, emit, setup } from 'xstate'
import { listener } from './service'

export interface TableRules<TState, TChange> {
  /** Reads the query of an address; missing or invalid parts have their defaults. */
  read(query: string): TState
  /** The query with its question mark; empty for the default state. */
  query(state: TState): string
  next(state: TState, change: TChange): TState
  searchOf(state: TState): string
  searchFor(search: string): TChange
  /** Whether Back returns to the earlier state. */
  isStep(change: TChange): boolean
  remember?(state: TState): void
}

export type TableViewEvent<TChange> =
  | { type: 'table.change'; change: TChange }
  | { type: 'search.type'; search: string }
  | { type: 'search.keep' }
  | { type: 'address.changed'; query: string }

export type QueryChosen = { type: 'query.chosen'; query: string; replace: boolean }

/** Browsers refuse to change the address more often than about three times a second. */
const typingPause = 350

export const createTable = <TState, TChange>(rules: TableRules<TState, TChange>) =>
  setup({
    types: {
      input: {} as { query: string },
      context: {} as { state: TState },
      events: {} as TableViewEvent<TChange>,
      emitted: {} as QueryChosen,
    },
    actors: {
      watchQuery: listener('watchQuery'),
    },
    delays: { typingPause },
    guards: {
      /** The address repeats what it was given, and the same state is not drawn twice. */
      isNews: ({ context }, { query }: { query: string }) =>
        rules.query(rules.read(query)) !== rules.query(context.state),
    },
    actions: {
      change: assign({ state: ({ context }, { change }: { change: TChange }) => rules.next(context.state, change) }),
      search: assign({
        state: ({ context }, { search }: { search: string }) => rules.next(context.state, rules.searchFor(search)),
      }),
      readAddress: assign({ state: (_, { query }: { query: string }) => rules.read(query) }),
      /** Text that is being typed outlives a change of the address. */
      readAround: assign({
        state: ({ context }, { query }: { query: string }) =>
          rules.next(rules.read(query), rules.searchFor(rules.searchOf(context.state))),
      }),
      remember: ({ context }) => rules.remember?.(context.state),
      tellQuery: emit(({ context }, { replace }: { replace: boolean }) => ({
        type: 'query.chosen' as const,
        query: rules.query(context.state),
        replace,
      })),
    },
  }).createMachine({
    id: 'table',
    description:
      "The part of a list that is shown: of the accounts, of the tasks in History, or of one task's items. The *address* contains it, so that Back, a reload and a link keep it. The chart receives a new address as `address.changed` and requests one with `query.chosen`. Typed text is searched at once and is written to the address when typing pauses, when the field loses focus, or with the next choice. Each list has its own rules for filters and order. If watching the address fails, choices are still shown and written to the address.",
    context: ({ input }) => ({ state: rules.read(input.query) }),
    invoke: { id: 'address', src: 'watchQuery', onError: {} },
    on: {
      'search.type': { target: '.typing', actions: { type: 'search', params: ({ event }) => event } },
      'table.change': {
        target: '.settled',
        actions: [
          { type: 'change', params: ({ event }) => event },
          'remember',
          { type: 'tellQuery', params: ({ event }) => ({ replace: !rules.isStep(event.change) }) },
        ],
      },
    },
    initial: 'settled',
    states: {
      settled: {
        on: {
          'address.changed': {
            guard: { type: 'isNews', params: ({ event }) => event },
            actions: { type: 'readAddress', params: ({ event }) => event },
          },
        },
      },
      typing: {
        after: { typingPause: { target: 'settled', actions: { type: 'tellQuery', params: { replace: true } } } },
        on: {
          'search.keep': { target: 'settled', actions: { type: 'tellQuery', params: { replace: true } } },
          'address.changed': { actions: { type: 'readAround', params: ({ event }) => event } },
        },
      },
    },
  })

export type TableLogic<TState, TChange> = ReturnType<typeof createTable<TState, TChange>>
export type TableRef<TState, TChange> = ActorRefFrom<TableLogic<TState, TChange>>
