import {
  type ActorRef,
  type ActorRefFrom,
  type AnyStateMachine,
  assign,
  emit,
  enqueueActions,
  type Snapshot,
  sendTo,
  setup,
} from 'xstate'
import { present } from '../crud/present'
import { service } from '../crud/service'

export type Way =
  | { type: 'link'; to: string; options: { replace?: boolean; state?: unknown } | undefined }
  | { type: 'back' }
  | { type: 'logout' }

/**
 * `page.discard` is accepted if leaving loses changes. Tag `unfinished` delays leaving until `page.stop` has ended the
 * work. Tag `shownOnce`: the content cannot be shown again.
 */
export type PageActor = ActorRefFrom<AnyStateMachine>

export type LeavingEvent =
  | { type: 'page.open'; page: PageActor }
  | { type: 'page.close'; page: PageActor }
  | { type: 'leave.request'; way: Way }
  /**
   * The browser's step is undone until the operator may leave; accepted only if the page holds unsaved or unfinished
   * work.
   */
  | { type: 'leave.back' }
  | { type: 'leave.confirm' }
  | { type: 'leave.cancel' }

export type LeaveGranted = { type: 'leave.granted'; way: Exclude<Way, { type: 'logout' }> }

type Holding = { getSnapshot(): { hasTag(tag: 'unfinished'): boolean } }

type Composing = { getSnapshot(): { context: { replies: readonly unknown[] } } }

export type LeavingSession = ActorRef<
  Snapshot<unknown> & { children: { csvImport?: Holding | undefined; replyFlow?: Composing | undefined } },
  { type: 'logout' }
>

/** Work that a logout deletes from this browser. */
export interface Unsent {
  replies: number
  posts: number
}

interface LeavingContext {
  session: LeavingSession
  pages: readonly PageActor[]
  way: Way | undefined
  unsent: Unsent | undefined
}

export const leavingMachine = setup({
  types: {
    input: {} as { session: LeavingSession },
    context: {} as LeavingContext,
    events: {} as LeavingEvent,
    emitted: {} as LeaveGranted,
    tags: {} as 'asking',
  },
  actors: {
    untilFinished: service<void, { pages: readonly PageActor[] }>('untilFinished'),
    countUnsent: service<Unsent, { shown: number }>('countUnsent'),
  },
  guards: {
    isUnsaved: ({ context }) => context.pages.some(isUnsaved),
    isShownOnce: ({ context }) => context.pages.some((page) => page.getSnapshot().hasTag('shownOnce')),
    isUnfinished: ({ context }) => context.pages.some(isUnfinished),
    isHeld: ({ context }) => context.pages.some((page) => isUnsaved(page) || isUnfinished(page)),
    endsImport: ({ context: { way, session } }) =>
      way?.type === 'logout' && session.getSnapshot().children.csvImport?.getSnapshot().hasTag('unfinished') === true,
    isLogout: ({ context }) => context.way?.type === 'logout',
    hasUnsent: (_, { replies, posts }: Unsent) => replies > 0 || posts > 0,
  },
  actions: {
    openPage: assign({ pages: ({ context }, { page }: { page: PageActor }) => [...context.pages, page] }),
    closePage: assign({
      pages: ({ context }, { page }: { page: PageActor }) => context.pages.filter((each) => each !== page),
    }),
    chooseWay: assign({ way: (_, { way }: { way: Way }) => way, unsent: undefined }),
    forgetWay: assign({ way: undefined, unsent: undefined }),
    storeUnsent: assign({ unsent: (_, unsent: Unsent) => unsent }),
    discard: enqueueActions(({ context, enqueue }) => {
      for (const page of context.pages) enqueue.sendTo(page, discard)
    }),
    stopPages: enqueueActions(({ context, enqueue }) => {
      for (const page of context.pages) if (isUnfinished(page)) enqueue.sendTo(page, { type: 'page.stop' })
    }),
    logOut: sendTo(({ context }) => context.session, { type: 'logout' }),
    grant: emit(({ context }) => {
      const way = present(context.way, 'way to leave')
      if (way.type === 'logout') throw new Error('A logout belongs to the session')
      return { type: 'leave.granted' as const, way }
    }),
  },
}).createMachine({
  id: 'leaving',
  description:
    'This chart handles every way to leave a screen: a link, Back and Forward, and Logout. The actors of the visible screen register with `page.open` and `page.close`, and their snapshots show whether leaving would lose something. A page that accepts `page.discard` is *unsaved*: the operator confirms before leaving, except while the change is being stored. The same applies to a page that shows something only once. A page in the middle of a bulk change is *unfinished*: it receives `page.stop`, and the screen is left after the change has stopped. Before a logout the operator also confirms the end of an import and the loss of replies and posts that were not sent.',
  context: ({ input }) => ({ session: input.session, pages: [], way: undefined, unsent: undefined }),
  on: {
    'page.open': { actions: { type: 'openPage', params: ({ event }) => event } },
    'page.close': { actions: { type: 'closePage', params: ({ event }) => event } },
    'leave.request': { target: '.weighing', actions: { type: 'chooseWay', params: ({ event }) => event } },
    'leave.back': {
      guard: 'isHeld',
      target: '.weighing',
      actions: { type: 'chooseWay', params: { way: { type: 'back' } } },
    },
  },
  initial: 'staying',
  states: {
    staying: {},
    weighing: { always: [{ guard: 'isUnsaved', target: 'askingToDiscard' }, { target: 'freeing' }] },
    askingToDiscard: {
      tags: 'asking',
      initial: 'changes',
      states: { changes: { always: { guard: 'isShownOnce', target: 'shownOnce' } }, shownOnce: {} },
      on: {
        'leave.confirm': { target: 'freeing', actions: 'discard' },
        'leave.cancel': { target: 'staying', actions: 'forgetWay' },
      },
    },
    freeing: {
      always: [
        { guard: 'isUnfinished', target: 'stopping' },
        { guard: 'endsImport', target: 'askingToEndImport' },
        { guard: 'isLogout', target: 'counting' },
        { target: 'staying', actions: ['grant', 'forgetWay'] },
      ],
    },
    stopping: {
      entry: 'stopPages',
      invoke: {
        id: 'untilFinished',
        src: 'untilFinished',
        input: ({ context }) => ({ pages: context.pages }),
        onDone: 'freeing',
        onError: { target: 'staying', actions: 'forgetWay' },
      },
    },
    counting: {
      invoke: {
        id: 'countUnsent',
        src: 'countUnsent',
        /** Storage that is full or holds another tab's draft does not contain these replies. */
        input: ({ context }) => ({ shown: repliesOf(context.session) }),
        onDone: [
          {
            guard: { type: 'hasUnsent', params: ({ event }) => event.output },
            target: 'askingToForget',
            actions: { type: 'storeUnsent', params: ({ event }) => event.output },
          },
          { target: 'staying', actions: ['logOut', 'forgetWay'] },
        ],
        /** Without a network the code that counts may be missing. */
        onError: 'askingToForget',
      },
    },
    askingToForget: {
      tags: 'asking',
      on: {
        'leave.confirm': { target: 'staying', actions: ['logOut', 'forgetWay'] },
        'leave.cancel': { target: 'staying', actions: 'forgetWay' },
      },
    },
    askingToEndImport: {
      tags: 'asking',
      on: {
        'leave.confirm': 'counting',
        'leave.cancel': { target: 'staying', actions: 'forgetWay' },
      },
    },
  },
})

const discard = { type: 'page.discard' } as const

const repliesOf = (session: LeavingSession): number =>
  session.getSnapshot().children.replyFlow?.getSnapshot().context.replies.length ?? 0

const isUnsaved = (page: PageActor): boolean => page.getSnapshot().can(discard)

const isUnfinished = (page: PageActor): boolean => page.getSnapshot().hasTag('unfinished')

export type LeavingRef = ActorRefFrom<typeof leavingMachine>
