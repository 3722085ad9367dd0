import { type ActorRefFrom, assertEvent, assign, enqueueActions, fromCallback, sendTo, setup, stateIn } from 'xstate'
import { accountMessages } from '../schemas/accounts'
import { publicMessages } from '../schemas/commonMessages'
import type { CsvContent, CsvRow, CsvRows, RejectedRow } from '../schemas/csvRows'
import { failed, succeeded, type Toast } from './emitted'
import { failureText } from './failure'
import { present } from './present'
import { service } from './service'

export type CsvImportEvent =
  | { type: 'file.choose'; file: File }
  | { type: 'import.pause' }
  | { type: 'import.resume' }
  | { type: 'import.stop' }
  | { type: 'report.dismiss' }

/** An import came to rest: whoever shows accounts loads them again. */
export type AccountsChanged = { type: 'accounts.changed' }

export interface CsvImportContext {
  fileName: string
  rows: CsvRows
  /** How many rows have been answered; the row in flight is `rows.at(answered)`. */
  answered: number
  created: number
  rejected: RejectedRow[]
  /** Why the file as a whole cannot be imported. */
  problem: string | undefined
}

const nothingChosen: CsvImportContext = {
  fileName: '',
  rows: [],
  answered: 0,
  created: 0,
  rejected: [],
  problem: undefined,
}

export const csvImportMachine = setup({
  types: {
    context: {} as CsvImportContext,
    events: {} as CsvImportEvent,
    emitted: {} as Toast,
    children: {} as { accounts: 'tellChanges' },
    /** `unfinished`: closing the tab now would leave rows out. */
    tags: {} as 'busy' | 'unfinished',
  },
  actors: {
    readFile: service<CsvContent, { file: File }>('readFile'),
    createRow: service<void, { row: CsvRow }>('createRow'),
    tellChanges: fromCallback<AccountsChanged>(() => {
      throw new Error('tellChanges must be provided')
    }),
  },
  guards: {
    isEmpty: (_, params: CsvContent) => params.rows.length === 0 && params.rejected.length === 0,
    hasNoRows: (_, params: CsvContent) => params.rows.length === 0,
    isLastRow: ({ context }) => context.answered + 1 >= context.rows.length,
    isStopping: stateIn({ importing: 'stopping' }),
    isPausing: stateIn({ importing: 'pausing' }),
  },
  actions: {
    reset: assign(nothingChosen),
    storeFile: assign((_, params: { file: File }) => ({ ...nothingChosen, fileName: params.file.name })),
    storeContent: assign((_, params: CsvContent) => ({ rows: params.rows, rejected: params.rejected })),
    storeProblem: assign({
      problem: (_, params: { error: unknown }) => failureText(params.error, accountMessages.importFailed),
    }),
    countCreated: assign({
      answered: ({ context }) => context.answered + 1,
      created: ({ context }) => context.created + 1,
    }),
    recordRejected: assign(({ context }, params: { error: unknown }) => {
      const row = present(context.rows.at(context.answered), 'row to reject')
      const reason = failureText(params.error, publicMessages.failure)
      return {
        answered: context.answered + 1,
        rejected: [...context.rejected, { line: row.line, username: row.values.username, reason, values: row.values }],
      }
    }),
    tellAccounts: sendTo('accounts', { type: 'accounts.changed' }),
    announceOutcome: enqueueActions(({ context, enqueue }) => {
      if (context.problem !== undefined) enqueue.emit(failed(context.problem))
      else if (context.rejected.length > 0) enqueue.emit(failed(accountMessages.importFailed))
      else if (context.created === context.rows.length) enqueue.emit(succeeded(accountMessages.imported))
    }),
  },
}).createMachine({
  id: 'csvImport',
  context: nothingChosen,
  /** Where nobody is told any more, lists show what is new when they are next opened. */
  invoke: { id: 'accounts', src: 'tellChanges', onError: {} },
  initial: 'idle',
  states: {
    idle: {
      on: {
        'file.choose': { target: 'reading', actions: { type: 'storeFile', params: ({ event }) => event } },
      },
    },
    reading: {
      tags: 'busy',
      invoke: {
        id: 'read',
        src: 'readFile',
        input: ({ event }) => {
          assertEvent(event, 'file.choose')
          return { file: event.file }
        },
        onDone: [
          {
            guard: { type: 'isEmpty', params: ({ event }) => event.output },
            target: 'idle',
            actions: 'reset',
          },
          {
            guard: { type: 'hasNoRows', params: ({ event }) => event.output },
            target: 'settled',
            actions: { type: 'storeContent', params: ({ event }) => event.output },
          },
          { target: 'importing', actions: { type: 'storeContent', params: ({ event }) => event.output } },
        ],
        onError: { target: 'settled', actions: { type: 'storeProblem', params: ({ event }) => event } },
      },
    },
    importing: {
      tags: ['busy', 'unfinished'],
      invoke: {
        id: 'createRow',
        src: 'createRow',
        input: ({ context }) => ({ row: present(context.rows.at(context.answered), 'row to create') }),
        onDone: [
          { guard: 'isLastRow', target: 'settled', actions: 'countCreated' },
          { guard: 'isStopping', target: 'settled', actions: 'countCreated' },
          { guard: 'isPausing', target: 'paused', actions: 'countCreated' },
          { target: 'importing', reenter: true, actions: 'countCreated' },
        ],
        onError: [
          {
            guard: 'isLastRow',
            target: 'settled',
            actions: { type: 'recordRejected', params: ({ event }) => event },
          },
          {
            guard: 'isStopping',
            target: 'settled',
            actions: { type: 'recordRejected', params: ({ event }) => event },
          },
          {
            guard: 'isPausing',
            target: 'paused',
            actions: { type: 'recordRejected', params: ({ event }) => event },
          },
          {
            target: 'importing',
            reenter: true,
            actions: { type: 'recordRejected', params: ({ event }) => event },
          },
        ],
      },
      initial: 'running',
      states: {
        running: { on: { 'import.pause': 'pausing', 'import.stop': 'stopping' } },
        pausing: { on: { 'import.resume': 'running', 'import.stop': 'stopping' } },
        stopping: {},
      },
    },
    paused: {
      tags: 'unfinished',
      on: { 'import.resume': 'importing', 'import.stop': 'settled' },
    },
    settled: {
      entry: ['tellAccounts', 'announceOutcome'],
      on: {
        'report.dismiss': { target: 'idle', actions: 'reset' },
        'file.choose': { target: 'reading', actions: { type: 'storeFile', params: ({ event }) => event } },
      },
    },
  },
})

export type CsvImportRef = ActorRefFrom<typeof csvImportMachine>
