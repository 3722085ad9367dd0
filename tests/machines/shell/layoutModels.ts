import { problemReportMachine } from '../../../src/machines/report/problemReport'
import { layoutMachine } from '../../../src/machines/shell/layout'
import { leavingMachine } from '../../../src/machines/shell/leaving'
import { defineModel } from '../../support/machineModel'
import { sessionWith, shownOncePage, unfinishedPage, unsavedPage } from '../pages'
import { silence } from '../samples'

export const leaving = defineModel({
  name: 'leaving',
  machine: leavingMachine,
  inputs: [{ session: sessionWith('idle') }, { session: sessionWith('importing') }],
  events: {
    'page.open': [
      { type: 'page.open', page: unsavedPage },
      { type: 'page.open', page: shownOncePage },
      { type: 'page.open', page: unfinishedPage },
    ],
    'page.close': [
      { type: 'page.close', page: unsavedPage },
      { type: 'page.close', page: shownOncePage },
      { type: 'page.close', page: unfinishedPage },
    ],
    'leave.request': [
      { type: 'leave.request', way: { type: 'link', to: '/admin/history', options: undefined } },
      { type: 'leave.request', way: { type: 'logout' } },
    ],
    'leave.back': [{ type: 'leave.back' }],
    'leave.confirm': [{ type: 'leave.confirm' }],
    'leave.cancel': [{ type: 'leave.cancel' }],
  },
  answers: {
    untilFinished: { done: [undefined], error: [silence] },
    countUnsent: {
      done: [
        { replies: 0, posts: 0 },
        { replies: 2, posts: 33 },
      ],
      error: [silence],
    },
  },
  remembers: ({ pages, way, session }) => ({
    importing: session.getSnapshot().children.csvImport?.getSnapshot().hasTag('unfinished') === true,
    unsaved: pages.includes(unsavedPage),
    'shown once': pages.includes(shownOncePage),
    unfinished: pages.includes(unfinishedPage),
    way: way?.type ?? false,
  }),
})

export const layout = defineModel({
  name: 'layout',
  machine: layoutMachine,
  inputs: [{ isColumnOpen: undefined }],
  events: {
    'palette.open': [{ type: 'palette.open' }],
    'palette.close': [{ type: 'palette.close' }],
    'keys.open': [{ type: 'keys.open' }],
    'keys.close': [{ type: 'keys.close' }],
    'problem.open': [{ type: 'problem.open' }],
    'problem.close': [{ type: 'problem.close' }],
    'drawer.toggle': [{ type: 'drawer.toggle' }],
    'drawer.close': [{ type: 'drawer.close' }],
    'column.choose': [{ type: 'column.choose', isOpen: true }],
    'path.changed': [{ type: 'path.changed' }],
  },
  answers: {},
})

const problem = { name: 'problem.json', parts: 2, events: 3, calls: 4, since: 5, lines: ['a', 'b'] }

export const problemReport = defineModel({
  name: 'problemReport',
  machine: problemReportMachine,
  events: {
    'report.show': [
      { type: 'report.show', shows: { texts: true, names: false } },
      { type: 'report.show', shows: { texts: false, names: true } },
    ],
    'report.search': [{ type: 'report.search', words: 'send' }],
    'report.save': [{ type: 'report.save' }],
    'report.retry': [{ type: 'report.retry' }],
  },
  answers: {
    gather: {
      done: [
        { ...problem, text: 'hidden' },
        { ...problem, text: 'shown', since: undefined },
      ],
      error: [silence],
    },
    save: { done: [undefined], error: [silence] },
  },
  remembers: ({ shows, file, words }) => ({ texts: shows.texts, names: shows.names, file: file?.text ?? false, words }),
})
