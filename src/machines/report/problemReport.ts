import { assign, setup } from 'xstate'
import { present } from '../crud/present'
import { service } from '../crud/service'

/** Texts and names that are included; the rest becomes placeholders. */
export interface Shows {
  texts: boolean
  names: boolean
}

export interface ProblemFile {
  name: string
  text: string
  parts: number
  events: number
  calls: number
  /** In ms since 1970; undefined if nothing happened yet. */
  since: number | undefined
  lines: readonly string[]
}

export type ProblemReportEvent =
  | { type: 'report.show'; shows: Shows }
  | { type: 'report.search'; words: string }
  | { type: 'report.save' }
  | { type: 'report.retry' }

interface ProblemReportContext {
  shows: Shows
  file: ProblemFile | undefined
  words: string
}

export const problemReportMachine = setup({
  types: {
    context: {} as ProblemReportContext,
    events: {} as ProblemReportEvent,
    tags: {} as 'busy',
  },
  actors: {
    gather: service<ProblemFile, Shows>('gather'),
    save: service<void, ProblemFile>('save'),
  },
  actions: {
    choose: assign({ shows: (_, { shows }: { shows: Shows }) => shows }),
    keep: assign({ file: (_, file: ProblemFile) => file }),
    forget: assign({ file: undefined }),
    search: assign({ words: (_, { words }: { words: string }) => words }),
  },
}).createMachine({
  id: 'problemReport',
  description:
    'The problem report is a file about what happened so far. The operator previews and saves it; nothing is sent. Choosing other contents gathers the report again, except during saving, so that the saved file is the one that was shown. This is the only actor that is not recorded.',
  context: { shows: { texts: false, names: false }, file: undefined, words: '' },
  on: {
    'report.show': { target: '.gathering', actions: { type: 'choose', params: ({ event }) => event } },
    'report.search': { actions: { type: 'search', params: ({ event }) => event } },
  },
  initial: 'gathering',
  states: {
    gathering: {
      tags: 'busy',
      invoke: {
        id: 'gather',
        src: 'gather',
        input: ({ context }) => context.shows,
        onDone: { target: 'shown', actions: { type: 'keep', params: ({ event }) => event.output } },
        onError: { target: 'failed', actions: 'forget' },
      },
    },
    shown: { on: { 'report.save': { target: 'saving' } } },
    saving: {
      description: 'The choice of contents is ignored during saving, so that the saved file is the one that was shown.',
      tags: 'busy',
      on: { 'report.show': {} },
      invoke: {
        id: 'save',
        src: 'save',
        input: ({ context }) => present(context.file, 'file'),
        onDone: 'saved',
        onError: 'unsaved',
      },
    },
    saved: { on: { 'report.save': { target: 'saving' } } },
    unsaved: {
      description: 'The browser did not accept the file.',
      on: { 'report.save': { target: 'saving' } },
    },
    failed: { on: { 'report.retry': 'gathering' } },
  },
})
