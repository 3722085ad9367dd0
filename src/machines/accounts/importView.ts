import { assign, type EventObject, setup } from 'xstate'
import { listener } from '../crud/service'
import type { CsvImportRef } from './csvImport'

type ImportSnapshot = ReturnType<CsvImportRef['getSnapshot']>

export type ImportViewEvent = { type: 'import.moved' } | { type: 'import.counted' }

const freshMillis = 200

export const importViewMachine = setup({
  types: {
    input: {} as { csvImport: CsvImportRef },
    context: {} as { csvImport: CsvImportRef; shown: ImportSnapshot },
    events: {} as ImportViewEvent,
  },
  actors: {
    followImport: listener<EventObject, { csvImport: CsvImportRef }>('followImport'),
  },
  delays: { fresh: freshMillis },
  actions: { show: assign({ shown: ({ context }) => context.csvImport.getSnapshot() }) },
}).createMachine({
  id: 'importView',
  description:
    'The panel shows the progress of an import. A new state (`import.moved`) appears at once. New counts (`import.counted`) appear at most every 200 ms, because drawing each row would slow the import down.',
  context: ({ input: { csvImport } }) => ({ csvImport, shown: csvImport.getSnapshot() }),
  invoke: {
    id: 'import',
    src: 'followImport',
    input: ({ context }) => ({ csvImport: context.csvImport }),
    onError: {},
  },
  on: { 'import.moved': { target: '.fresh', actions: 'show' } },
  initial: 'fresh',
  states: {
    fresh: { on: { 'import.counted': 'stale' } },
    stale: { after: { fresh: { target: 'fresh', actions: 'show' } } },
  },
})
