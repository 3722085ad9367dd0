import { assign, setup } from 'xstate'
import { present } from './present'
import { service } from './service'

/** What is shown as it was; placeholders stand for the rest. */
export interface Shows {
  texts: boolean
  names: boolean
}

/** What would be saved. */
export interface ProblemFile {
  name: string
  text: string
  /** How many parts of the console it tells of, and what they took. */
  parts: number
  events: number
  calls: number
  /** When it begins, in ms since 1970; undefined where nothing happened yet. */
  since: number | undefined
  /** What it says, event by event, oldest first. */
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
  /** What is looked for in it. */
  words: string
}

/** Nothing leaves the browser: the operator reads what is in the file, and saves it. */
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
    'What happened until now, as a file that an operator reads and saves; it sends nothing. Each other choice of what is shown gathers it anew, but not while it is being saved: what is saved is what was shown. It is the one actor that is not recorded.',
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
      description: 'What is saved is what was shown: nothing is chosen meanwhile.',
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
      description: 'The browser took no file.',
      on: { 'report.save': { target: 'saving' } },
    },
    failed: { on: { 'report.retry': 'gathering' } },
  },
})
