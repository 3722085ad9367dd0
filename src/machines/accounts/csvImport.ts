import { type ActorRefFrom, and, assertEvent, assign, emit, enqueueActions, sendTo, setup, stateIn } from 'xstate'
import * as words from '../../schemas/accounts/accounts.words'
import { accountMessages } from '../../schemas/accounts/accounts.words'
import {
  areUsable,
  type ChosenFile,
  type CsvColumn,
  type GroupChoice,
  type HeaderMatch,
  type ImportContent,
  type ImportRows,
  placeInFile,
  type RefusedRow,
  type RejectedRow,
} from '../../schemas/accounts/csvRows'
import type { CutImport } from '../../schemas/accounts/cutImport'
import { publicMessages } from '../../schemas/commonMessages'
import { failed, failedBy, succeeded, type Toast } from '../crud/emitted'
import { failureText, isAway, problemStatus } from '../crud/failure'
import { present } from '../crud/present'
import { listener, service } from '../crud/service'

export type CsvImportEvent =
  | { type: 'file.choose'; file: ChosenFile }
  | { type: 'import.pause' }
  | { type: 'import.resume' }
  | { type: 'import.stop' }
  | { type: 'report.dismiss' }
  | ({ type: 'import.recall' } & LeftImport)
  | { type: 'import.cut'; cut: CutImport }
  /** `place` counts from 0; an undefined `column` skips the file's column. */
  | { type: 'column.choose'; place: number; column: CsvColumn | undefined }
  | { type: 'preview.accept' }
  | { type: 'groups.choose'; choices: GroupChoice[] }

/**
 * The page's memory keeps this because a session may end at any moment. `isOver` is true even if the operator stopped
 * the import.
 */
export interface LeftImport {
  left: CsvImportContext
  isOver: boolean
}

export type LeftImportEvent = ({ type: 'left.keep' } & LeftImport) | { type: 'left.forget' }

export type AccountsChanged = { type: 'accounts.changed' }

export interface CsvImportContext {
  fileName: string
  rows: ImportRows
  /** The row at this index of `rows` is being sent. */
  answered: number
  /** How often the row at `answered` was sent; more than once if an answer was lost. */
  tries: number
  created: number
  rejected: (RejectedRow | RefusedRow)[]
  problem: string | undefined
  headers: readonly HeaderMatch[] | undefined
  cut: CutImport | undefined
}

const importTexts = {
  interrupted: words.importInterrupted,
} as const

const nothingChosen: CsvImportContext = {
  fileName: '',
  rows: { file: '', length: 0 },
  answered: 0,
  tries: 0,
  created: 0,
  rejected: [],
  problem: undefined,
  headers: undefined,
  cut: undefined,
}

export const csvImportMachine = setup({
  types: {
    context: {} as CsvImportContext,
    events: {} as CsvImportEvent,
    emitted: {} as Toast,
    /** `unfinished`: closing the tab now would leave rows out. */
    tags: {} as 'busy' | 'unfinished',
    children: {} as {
      accounts: 'tellChanges'
      left: 'leftImport'
      read: 'readFile'
      createRow: 'createRow'
      createGroups: 'createGroups'
      reach: 'untilReachable'
    },
  },
  actors: {
    readFile: service<ImportContent, { file: ChosenFile }>('readFile'),
    createRow: service<void, { rows: ImportRows; index: number }>('createRow'),
    createGroups: service<void, { names: string[]; fileName: string }>('createGroups'),
    tellChanges: listener<AccountsChanged>('tellChanges'),
    /** Resolves when the network is back or a while has passed. */
    untilReachable: service<void>('untilReachable'),
    leftImport: listener<LeftImportEvent>('leftImport'),
  },
  guards: {
    isEmpty: (_, params: ImportContent) => params.rows.length === 0 && params.rejected.length === 0,
    hasNoRows: (_, params: ImportContent) => params.rows.length === 0,
    isOver: (_, { isOver }: LeftImport) => isOver,
    isUnconfirmed: (_, { left: { headers, answered, tries } }: LeftImport) =>
      headers !== undefined && answered === 0 && tries === 0,
    areUsable: ({ context }) => areUsable(context.headers ?? []),
    isGuessed: (_, params: ImportContent) => params.headers !== undefined,
    hasGroupless: ({ context }) => context.rejected.some(({ isGroupless }) => isGroupless),
    isSignedOut: ({ event }) => 'error' in event && problemStatus(event.error) === 401,
    isLost: ({ event }) => 'error' in event && isAway(event.error),
    isLastRow: ({ context }) => context.answered + 1 >= context.rows.length,
    isStopping: stateIn({ importing: 'stopping' }),
    isPausing: stateIn({ importing: 'pausing' }),
  },
  actions: {
    reset: assign(nothingChosen),
    storeFile: assign((_, params: { file: ChosenFile }) => ({ ...nothingChosen, fileName: params.file.name })),
    storeContent: assign((_, { rows, rejected, headers }: ImportContent) => ({ rows, rejected, headers })),
    storeColumn: assign(
      ({ context: { headers = [], rows } }, choice: { place: number; column: CsvColumn | undefined }) => {
        const chosen = headers.with(choice.place, {
          ...present(headers[choice.place], 'header'),
          column: choice.column,
        })
        return { headers: chosen, rows: { ...rows, columns: chosen.map(({ column }) => column ?? null) } }
      },
    ),
    storeProblem: assign({
      problem: (_, params: { error: unknown }) => failureText(params.error, accountMessages.importFailed),
    }),
    recall: assign((_, { left }: LeftImport) => left),
    keep: sendTo('left', ({ context }, { isOver }: { isOver: boolean }) => ({
      type: 'left.keep' as const,
      left: context,
      isOver,
    })),
    storeCut: assign((_, { cut }: { cut: CutImport }) => ({ cut })),
    uncountTry: assign({ tries: ({ context }) => context.tries - 1 }),
    /** The row whose answer was lost stays first, so that the counts stay correct. */
    regroup: assign(({ context }, { choices }: { choices: GroupChoice[] }) => {
      const { rows, answered, tries, rejected } = context
      const again = rejected.flatMap((each) => ('row' in each && each.isGroupless ? each.row : []))
      const isAgain = new Set(again)
      const places = Array.from({ length: rows.length }, (_, index) => placeInFile(rows, index))
      const unsent = answered + (tries > 0 ? 1 : 0)
      const done = places.slice(0, answered).filter((place) => !isAgain.has(place))
      return {
        rows: {
          ...rows,
          order: [...done, ...places.slice(answered, unsent), ...again, ...places.slice(unsent)],
          choices: [...(rows.choices ?? []), choices],
        },
        answered: done.length,
        rejected: rejected.filter(({ isGroupless }) => !isGroupless),
      }
    }),
    tellNoGroups: emit(failedBy(publicMessages.failure)),
    forget: sendTo('left', { type: 'left.forget' }),
    countTry: assign({ tries: ({ context }) => context.tries + 1 }),
    countCreated: assign({
      answered: ({ context }) => context.answered + 1,
      tries: 0,
      created: ({ context }) => context.created + 1,
    }),
    recordRejected: assign(({ context }, params: { error: unknown }) => {
      const message = failureText(params.error, publicMessages.failure)
      const reason = context.tries > 1 ? `${message} (${importTexts.interrupted})` : message
      return {
        answered: context.answered + 1,
        tries: 0,
        rejected: [
          ...context.rejected,
          {
            row: placeInFile(context.rows, context.answered),
            reason,
            isGroupless: problemStatus(params.error) === 404,
          },
        ],
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
  description:
    "The chart imports one file and sends one create call per row, one row at a time. It enters `importing` again for each row. `pausing` and `stopping` wait for the answer to the current row, so that every created row is counted. If no answer came, or a proxy reported that the server is away, the row does not count as failed: `unreached` waits for the network, or for a while, and sends only that row again. The page's memory keeps the progress (`left`): after the same operator has signed in again, the import is `interrupted`. A *rejected* row has its reason in the report, and the import continues with the next row. A *problem* concerns the whole file, and no row is created.",
  context: nothingChosen,
  invoke: [
    { id: 'accounts', src: 'tellChanges', onError: {} },
    { id: 'left', src: 'leftImport', onError: {} },
  ],
  initial: 'idle',
  states: {
    idle: {
      on: {
        'import.cut': { target: 'cut', actions: { type: 'storeCut', params: ({ event }) => event } },
        'import.recall': [
          {
            guard: { type: 'isOver', params: ({ event }) => event },
            target: 'settled',
            actions: { type: 'recall', params: ({ event }) => event },
          },
          {
            guard: { type: 'isUnconfirmed', params: ({ event }) => event },
            target: 'previewing',
            actions: { type: 'recall', params: ({ event }) => event },
          },
          { target: 'interrupted', actions: { type: 'recall', params: ({ event }) => event } },
        ],
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
            target: 'settled',
          },
          {
            guard: { type: 'hasNoRows', params: ({ event }) => event.output },
            target: 'settling',
            actions: { type: 'storeContent', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isGuessed', params: ({ event }) => event.output },
            target: 'previewing',
            actions: { type: 'storeContent', params: ({ event }) => event.output },
          },
          { target: 'importing', actions: { type: 'storeContent', params: ({ event }) => event.output } },
        ],
        onError: { target: 'settling', actions: { type: 'storeProblem', params: ({ event }) => event } },
      },
    },
    previewing: {
      description: 'The columns are guesses. The import starts after the operator has confirmed them.',
      entry: { type: 'keep', params: { isOver: false } },
      on: {
        'column.choose': {
          actions: [
            { type: 'storeColumn', params: ({ event }) => event },
            { type: 'keep', params: { isOver: false } },
          ],
        },
        'preview.accept': { guard: 'areUsable', target: 'importing' },
        'report.dismiss': { target: 'idle', actions: ['reset', 'forget'] },
        'file.choose': { target: 'reading', actions: { type: 'storeFile', params: ({ event }) => event } },
      },
    },
    importing: {
      tags: ['busy', 'unfinished'],
      entry: ['countTry', { type: 'keep', params: { isOver: false } }],
      invoke: {
        id: 'createRow',
        src: 'createRow',
        input: ({ context: { rows, answered } }) => ({ rows, index: answered }),
        onDone: [
          { guard: 'isLastRow', target: 'settling', actions: 'countCreated' },
          { guard: 'isStopping', target: 'settling', actions: 'countCreated' },
          { guard: 'isPausing', target: 'paused', actions: 'countCreated' },
          { target: 'importing', reenter: true, actions: 'countCreated' },
        ],
        onError: [
          { guard: and(['isLost', 'isStopping']), target: 'settling' },
          { guard: and(['isLost', 'isPausing']), target: 'paused' },
          { guard: 'isLost', target: 'unreached' },
          { guard: 'isSignedOut', target: 'interrupted', actions: 'uncountTry' },
          {
            guard: 'isLastRow',
            target: 'settling',
            actions: { type: 'recordRejected', params: ({ event }) => event },
          },
          {
            guard: 'isStopping',
            target: 'settling',
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
    unreached: {
      description:
        'The outcome of the current row is not known. The chart sends it again when the network is back, or after a while, before any other row.',
      tags: 'unfinished',
      entry: { type: 'keep', params: { isOver: false } },
      invoke: { id: 'reach', src: 'untilReachable', onDone: 'importing', onError: 'paused' },
      on: { 'import.resume': 'importing', 'import.pause': 'paused', 'import.stop': 'settling' },
    },
    paused: {
      tags: 'unfinished',
      entry: { type: 'keep', params: { isOver: false } },
      on: { 'import.resume': 'importing', 'import.stop': 'settling' },
    },
    interrupted: {
      description: 'The session ended during the import. The import waits until the operator has signed in again.',
      tags: 'unfinished',
      entry: { type: 'keep', params: { isOver: false } },
      on: { 'import.resume': 'importing', 'import.stop': 'settling' },
    },
    grouping: {
      description: 'The chart creates the chosen groups that do not exist yet.',
      tags: ['busy', 'unfinished'],
      entry: { type: 'keep', params: { isOver: false } },
      invoke: {
        id: 'createGroups',
        src: 'createGroups',
        input: ({ context, event }) => {
          assertEvent(event, 'groups.choose')
          const names = event.choices.flatMap(({ group, isNew }) => (isNew ? group : []))
          return { names: [...new Set(names)], fileName: context.fileName }
        },
        onDone: 'importing',
        onError: { target: 'paused', actions: { type: 'tellNoGroups', params: ({ event }) => event } },
      },
    },
    cut: {
      description:
        'The operator left the page during an import. The rows are lost, because the browser does not store their secrets.',
      on: {
        'report.dismiss': { target: 'idle', actions: ['reset', 'forget'] },
        'file.choose': { target: 'reading', actions: { type: 'storeFile', params: ({ event }) => event } },
      },
    },
    settling: { entry: ['tellAccounts', 'announceOutcome'], always: 'settled' },
    settled: {
      entry: { type: 'keep', params: { isOver: true } },
      on: {
        'groups.choose': {
          guard: 'hasGroupless',
          target: 'grouping',
          actions: { type: 'regroup', params: ({ event }) => event },
        },
        'report.dismiss': { target: 'idle', actions: ['reset', 'forget'] },
        'file.choose': { target: 'reading', actions: { type: 'storeFile', params: ({ event }) => event } },
      },
    },
  },
})

export type CsvImportRef = ActorRefFrom<typeof csvImportMachine>
