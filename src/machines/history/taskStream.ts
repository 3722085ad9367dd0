import { assign, setup } from 'xstate'
import { listener } from '../crud/service'

export type TaskStreamEvent =
  /** Somebody looks at the page, or nobody does any more. */
  | { type: 'page.shown' }
  | { type: 'page.hidden' }
  | { type: 'stream.opened' }
  | { type: 'stream.lost' }
  /** The provider has no such stream, or not for this session any more. */
  | { type: 'stream.refused' }

/** The screen that somebody came for asks first. */
const shortestPause = 1000
const longestPause = 30_000

/**
 * The stream that tells when the operator's tasks changed, open while somebody looks at the page: a browser has few
 * connections to one host, and pages out of sight ask again and again as those do that have no stream.
 */
export const taskStreamMachine = setup({
  types: {
    context: {} as {
      /** How often in a row it could not be opened, or was lost. */
      losses: number
    },
    events: {} as TaskStreamEvent,
    children: {} as { sight: 'watchSight'; stream: 'stream' },
  },
  actors: {
    /** Tells `page.shown` or `page.hidden`, at once and with each change. */
    watchSight: listener('watchSight'),
    /** Tells `stream.opened`, and `stream.lost` or `stream.refused` once it is over. */
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
    'The server tells by a stream when the operator’s tasks changed, child of `taskFollow`. It is open while somebody looks at the page, and opened anew with ever longer pauses. Its services hand the news to whoever asks for tasks (`news.told`): they ask then, and hardly ever by themselves. *Refused* is what a provider without such a stream does, and is asked about again when the page is looked at anew; then, and while the stream is lost or the page hidden, everybody asks again and again.',
  context: { losses: 0 },
  /** Without it nobody looks: then there is no stream. */
  invoke: { id: 'sight', src: 'watchSight', onError: {} },
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
