import { assign, setup } from 'xstate'
import { listener } from '../crud/service'

export type TaskStreamEvent =
  | { type: 'page.shown' }
  | { type: 'page.hidden' }
  | { type: 'stream.opened' }
  | { type: 'stream.lost' }
  | { type: 'stream.refused' }

/** The screen’s own requests come first. */
const shortestPause = 1000
const longestPause = 30_000

/** Open only while the page is visible, because a browser allows few connections to one host. */
export const taskStreamMachine = setup({
  types: {
    context: {} as {
      /** Failed or lost connections in a row. */
      losses: number
    },
    events: {} as TaskStreamEvent,
    children: {} as { visibility: 'watchVisibility'; stream: 'stream' },
  },
  actors: {
    /** Sends `page.shown` or `page.hidden`, at once and after each change. */
    watchVisibility: listener('watchVisibility'),
    /** Sends `stream.opened`, then `stream.lost` or `stream.refused` at its end. */
    stream: listener('stream'),
  },
  delays: { pause: ({ context }) => Math.min(shortestPause * 2 ** context.losses, longestPause) },
  actions: {
    countLoss: assign({ losses: ({ context }) => context.losses + 1 }),
    forgetLosses: assign({ losses: 0 }),
  },
}).createMachine({
  id: 'taskStream',
  description:
    'The server’s stream of task changes, a child of `taskFollow`. The stream is open while the page is visible, and reconnects with growing pauses. Each change is passed to the actors that load tasks (`tasks.updated`), so that they rarely need to poll. *Refused* means that the provider has no such stream; it is tried again when the page becomes visible again. While the stream is refused or lost, or the page is hidden, the other actors poll.',
  context: { losses: 0 },
  /** Without visibility reports there is no stream, and the actors poll. */
  invoke: { id: 'visibility', src: 'watchVisibility', onError: {} },
  initial: 'hidden',
  states: {
    hidden: { on: { 'page.shown': 'waiting' } },
    following: {
      invoke: { id: 'stream', src: 'stream', onError: { target: 'waiting', actions: 'countLoss' } },
      on: {
        'page.hidden': 'hidden',
        'stream.lost': { target: 'waiting', actions: 'countLoss' },
        'stream.refused': 'refused',
      },
      initial: 'opening',
      states: {
        opening: { on: { 'stream.opened': { target: 'open', actions: 'forgetLosses' } } },
        open: {},
      },
    },
    waiting: { on: { 'page.hidden': 'hidden' }, after: { pause: 'following' } },
    refused: { on: { 'page.hidden': 'hidden' } },
  },
})
