import { type ActorRefFrom, assign, sendTo, setup } from 'xstate'
import { listener } from '../crud/service'

export type LayoutEvent =
  | { type: 'palette.open' }
  | { type: 'palette.close' }
  | { type: 'keys.open' }
  | { type: 'keys.close' }
  | { type: 'problem.open' }
  | { type: 'problem.close' }
  | { type: 'drawer.toggle' }
  | { type: 'drawer.close' }
  | { type: 'column.choose'; isOpen: boolean }
  | { type: 'path.changed' }

export type ColumnKeeperEvent = { type: 'column.keep'; isOpen: boolean }

export const layoutMachine = setup({
  types: {
    input: {} as { isColumnOpen: boolean | undefined },
    context: {} as { isColumnOpen: boolean | undefined },
    events: {} as LayoutEvent,
    children: {} as { column: 'keepColumn'; path: 'watchPath' },
  },
  actors: {
    keepColumn: listener<ColumnKeeperEvent>('keepColumn'),
    watchPath: listener('watchPath'),
  },
  actions: {
    storeColumn: assign({ isColumnOpen: (_, { isOpen }: { isOpen: boolean }) => isOpen }),
    keepColumn: sendTo('column', (_, { isOpen }: { isOpen: boolean }) => ({ type: 'column.keep' as const, isOpen })),
  },
}).createMachine({
  id: 'layout',
  description:
    "The frame of every screen. At most one of these is open: the palette, the list of keyboard shortcuts, the problem report and, on a phone, the sidebar as a drawer. It closes when another screen opens. The frame also remembers whether the sidebar shows its labels. If one of its services stops, the page still works: the sidebar's choice is not stored, and the operator closes a window themselves.",
  context: ({ input }) => ({ isColumnOpen: input.isColumnOpen }),
  invoke: [
    { id: 'column', src: 'keepColumn', onError: {} },
    { id: 'path', src: 'watchPath', onError: {} },
  ],
  on: {
    'palette.open': '.palette',
    'keys.open': '.keys',
    'problem.open': '.problem',
    'drawer.toggle': '.drawer',
    'path.changed': '.closed',
    'column.choose': {
      actions: [
        { type: 'storeColumn', params: ({ event }) => event },
        { type: 'keepColumn', params: ({ event }) => event },
      ],
    },
  },
  initial: 'closed',
  states: {
    closed: {},
    palette: { on: { 'palette.close': 'closed' } },
    keys: { on: { 'keys.close': 'closed' } },
    problem: { on: { 'problem.close': 'closed' } },
    drawer: { on: { 'drawer.toggle': 'closed', 'drawer.close': 'closed' } },
  },
})

export type LayoutRef = ActorRefFrom<typeof layoutMachine>
