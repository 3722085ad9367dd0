import { assign, setup } from 'xstate'
import type { TrailEntry } from '../../schemas/system'
import { type Problem, problemOf } from '../crud/failure'
import { service } from '../crud/service'
import { recovery, untilBack } from './recovery'

export type AuditLogEvent = { type: 'search.type'; search: string } | { type: 'list.more' } | { type: 'list.reload' }

export interface AuditLogPage {
  entries: TrailEntry[]
  hasMore: boolean
  next?: number | undefined
}

interface AuditLogContext {
  search: string
  entries: TrailEntry[] | undefined
  hasMore: boolean
  next: number | undefined
  problem: Problem | undefined
}

export interface AuditLogQuery {
  search: string
  before: number | undefined
}

const typingPause = 350

export const auditLogMachine = setup({
  types: {
    context: {} as AuditLogContext,
    events: {} as AuditLogEvent,
    tags: {} as 'busy',
  },
  actors: { load: service<AuditLogPage, AuditLogQuery>('load'), untilBack },
  delays: { typingPause },
  guards: { hasMore: ({ context }) => context.hasMore },
  actions: {
    keepSearch: assign({ search: (_, { search }: { search: string }) => search }),
    show: assign((_, { entries, hasMore, next }: AuditLogPage) => ({ entries, hasMore, next, problem: undefined })),
    add: assign(({ context }, { entries, hasMore, next }: AuditLogPage) => ({
      entries: [...(context.entries ?? []), ...entries],
      hasMore,
      next,
      problem: undefined,
    })),
    keepProblem: assign({ problem: (_, { error }: { error: unknown }) => problemOf(error) }),
  },
}).createMachine({
  id: 'auditLog',
  description:
    'Recent activity: the audit trail, newest entry first. Each page is added below the entries that are shown. The server searches once typing pauses. Entries stay visible if the next page cannot be loaded.',
  context: { search: '', entries: undefined, hasMore: false, next: undefined, problem: undefined },
  initial: 'loading',
  on: {
    'search.type': {
      target: '.typing',
      actions: { type: 'keepSearch', params: ({ event }) => ({ search: event.search }) },
    },
    'list.reload': '.loading',
  },
  states: {
    typing: { after: { typingPause: 'loading' } },
    loading: {
      tags: 'busy',
      invoke: {
        id: 'load',
        src: 'load',
        input: ({ context }) => ({ search: context.search.trim(), before: undefined }),
        onDone: { target: 'shown', actions: { type: 'show', params: ({ event }) => event.output } },
        onError: { target: 'failed', actions: { type: 'keepProblem', params: ({ event }) => event } },
      },
    },
    shown: { on: { 'list.more': { guard: 'hasMore', target: 'reading' } } },
    reading: {
      description: 'The next page is loading; it is added below the entries that are shown.',
      tags: 'busy',
      invoke: {
        id: 'more',
        src: 'load',
        input: ({ context }) => ({
          search: context.search.trim(),
          before: context.next ?? context.entries?.at(-1)?.id,
        }),
        onDone: { target: 'shown', actions: { type: 'add', params: ({ event }) => event.output } },
        onError: { target: 'cut', actions: { type: 'keepProblem', params: ({ event }) => event } },
      },
    },
    cut: {
      description: 'The next page could not be loaded. The entries before it stay visible.',
      on: { 'list.more': 'reading' },
    },
    failed: { description: 'The search could not be loaded, so no entries are shown.', invoke: recovery },
  },
})
