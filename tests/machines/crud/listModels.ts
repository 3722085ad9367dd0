import { createActor } from 'xstate'
import { accountRules } from '../../../src/machines/accounts/accountTable.actors'
import { type CsvImportContext, csvImportMachine } from '../../../src/machines/accounts/csvImport'
import { modelTrialMachine } from '../../../src/machines/characters/modelTrial'
import { bulkChangeMachine } from '../../../src/machines/crud/bulkChange'
import { createEditor } from '../../../src/machines/crud/editor'
import { createLoader } from '../../../src/machines/crud/loader'
import { createOneByOne, isDone } from '../../../src/machines/crud/oneByOne'
import { createResource } from '../../../src/machines/crud/resource'
import { createTable } from '../../../src/machines/crud/table'
import type { Account, AccountBody } from '../../../src/schemas/accounts/accounts'
import type { Group, GroupBody } from '../../../src/schemas/groups/groups'
import { messages } from '../../../src/schemas/messages'
import { defineModel } from '../../support/machineModel'
import { failures, group, lostAnswer, notThere, refusal, silence } from '../samples'

const groupBody = { name: group.name, description: group.description }
const file = { id: 'file 1', name: 'agents.csv' }

const guessed = [{ header: 'Handle', column: 'username' as const }]

const leftImport: CsvImportContext = {
  fileName: 'agents.csv',
  rows: { file: 'file 1', length: 3 },
  answered: 1,
  tries: 1,
  created: 1,
  rejected: [],
  problem: undefined,
  headers: undefined,
  cut: undefined,
}

const fresh: CsvImportContext = {
  ...leftImport,
  headers: guessed,
  answered: 0,
  tries: 0,
  created: 0,
  rejected: [],
}

const threeRows = { file: 'file 1', length: 3 }
const noRows = { file: 'file 1', length: 0 }
const noGroup = { status: 404, detail: 'No such group' }
const signedOut = { status: 401, detail: 'The session has expired' }

export const loader = defineModel({
  name: 'loader',
  machine: createLoader<Group[]>((groups) => groups.length > 1),
  waits: { again: 1500 },
  inputs: [{ params: undefined }],
  events: { 'list.reload': [{ type: 'list.reload' }] },
  answers: {
    back: { done: [undefined] },
    load: { done: [{ data: [group] }, { data: [group, { ...group, id: 8 }] }], error: [refusal] },
  },
  remembers: ({ data }) => ({ 'goes on': (data?.length ?? 0) > 1 }),
})

export const resource = defineModel({
  name: 'resource',
  machine: createResource<Group, GroupBody>(messages.group),
  events: {
    'list.reload': [{ type: 'list.reload' }],
    'create.open': [{ type: 'create.open' }],
    'create.submit': [{ type: 'create.submit', body: groupBody }],
    'delete.request': [
      { type: 'delete.request', item: group, next: 8 },
      { type: 'delete.request', item: group },
    ],
    'delete.confirm': [{ type: 'delete.confirm' }],
    'dialog.cancel': [{ type: 'dialog.cancel' }],
  },
  answers: {
    create: { done: [undefined], error: failures },
    remove: { done: [undefined], error: failures },
  },
  crashes: ['list'],
  remembers: ({ subject }) => ({ next: subject?.next !== undefined }),
})

export const editor = defineModel({
  name: 'editor',
  machine: createEditor<Group, GroupBody>({ texts: messages.group, home: '/admin/group' }),
  inputs: [{ id: undefined }, { id: '7' }],
  events: {
    'form.change': [
      { type: 'form.change', isChanged: true },
      { type: 'form.change', isChanged: false },
    ],
    'form.submit': [{ type: 'form.submit', body: groupBody }],
    'form.cancel': [{ type: 'form.cancel' }],
    'page.discard': [{ type: 'page.discard' }],
    'page.reload': [{ type: 'page.reload' }],
  },
  answers: {
    load: { done: [{ data: group }], error: [...failures, notThere] },
    save: { done: [undefined], error: failures },
    back: { done: [undefined] },
  },
  remembers: ({ id, isChanged }) => ({ id: id !== '', changed: isChanged }),
})

const [ada, bea, cleo] = [
  { id: 1, username: '@ada' },
  { id: 2, username: '@bea' },
  { id: 3, username: '@cleo' },
] as const
const done = { detail: null }
const kept = { detail: 'A reply is being sent.' }

export const oneByOne = defineModel({
  name: 'oneByOne',
  machine: createOneByOne<typeof ada | typeof bea | typeof cleo>(),
  inputs: [
    { queue: [ada], task: undefined },
    { queue: [ada, bea, cleo], task: undefined },
  ],
  events: { 'work.stop': [{ type: 'work.stop' }] },
  answers: { act: { done: [done, kept], error: [refusal] } },
  remembers: ({ queue, results }) => ({
    left: String(queue.length - results.length),
    failed: !results.every(isDone),
  }),
})

export const bulkChange = defineModel({
  name: 'bulkChange',
  machine: bulkChangeMachine,
  inputs: [{ accounts: createActor(createResource<Account, AccountBody>(messages.account)) }],
  events: {
    'choice.add': [
      { type: 'choice.add', accounts: [ada] },
      { type: 'choice.add', accounts: [ada, bea, cleo] },
    ],
    'choice.remove': [{ type: 'choice.remove', ids: [1, 2] }],
    'list.changed': [
      { type: 'list.changed', ids: [3, 4] },
      { type: 'list.changed', ids: [4] },
    ],
    'choice.end': [{ type: 'choice.end' }],
    'change.request': [
      { type: 'change.request', change: { kind: 'delete' } },
      { type: 'change.request', change: { kind: 'check' } },
      { type: 'change.request', change: { kind: 'group', group: '' } },
      { type: 'change.request', change: { kind: 'group', group: 'Launch' } },
    ],
    'change.confirm': [{ type: 'change.confirm' }],
    'page.stop': [{ type: 'page.stop' }],
    'dialog.cancel': [{ type: 'dialog.cancel' }],
  },
  answers: {
    work: {
      done: [
        { results: [{ ...ada, ...done }] },
        {
          results: [
            { ...ada, ...done },
            { ...bea, ...kept },
            { ...cleo, ...done },
          ],
        },
      ],
      error: [silence],
    },
  },
  remembers: ({ chosen, change, queue, results }) => ({
    chosen: String(chosen.length),
    change: change?.kind ?? '',
    complete: change?.kind !== 'group' || change.group !== '',
    left: String(queue.length - results.length),
    failed: !results.every(isDone),
  }),
})

export const csvImport = defineModel({
  name: 'csvImport',
  machine: csvImportMachine,
  events: {
    'file.choose': [{ type: 'file.choose', file }],
    'import.pause': [{ type: 'import.pause' }],
    'import.resume': [{ type: 'import.resume' }],
    'import.stop': [{ type: 'import.stop' }],
    'report.dismiss': [{ type: 'report.dismiss' }],
    'import.recall': [
      { type: 'import.recall', left: leftImport, isOver: false },
      { type: 'import.recall', left: leftImport, isOver: true },
      { type: 'import.recall', left: fresh, isOver: false },
      { type: 'import.recall', left: { ...leftImport, answered: 3, tries: 0, created: 3 }, isOver: true },
    ],
    'import.cut': [
      {
        type: 'import.cut',
        cut: { fileName: 'agents.csv', rows: 3, answered: 1, created: 1, isUnsure: true, line: 3, lastLine: 4 },
      },
    ],
    'preview.accept': [{ type: 'preview.accept' }],
    'column.choose': [
      { type: 'column.choose', place: 0, column: undefined },
      { type: 'column.choose', place: 0, column: 'username' },
    ],
    'groups.choose': [{ type: 'groups.choose', choices: [{ named: 'Spring', group: 'Launch', isNew: false }] }],
  },
  answers: {
    read: {
      done: [
        { rows: noRows, rejected: [] },
        { rows: noRows, rejected: [{ line: 2, username: '@eve', reason: 'Line 2: a quote is not closed properly' }] },
        { rows: threeRows, rejected: [] },
        { rows: threeRows, rejected: [], headers: guessed },
      ],
      error: failures,
    },
    createRow: { done: [undefined], error: [refusal, lostAnswer, noGroup, signedOut] },
    createGroups: { done: [undefined], error: failures },
    reach: { done: [undefined], error: [refusal] },
  },
  crashes: ['left'],
  remembers: ({ rows, answered, rejected, problem }) => ({
    'rows left': rows.length - answered > 0 ? String(rows.length - answered) : false,
    rejected: rejected.length > 0,
    groupless: rejected.some(({ isGroupless }) => isGroupless),
    problem: problem !== undefined,
  }),
})

export const table = defineModel({
  name: 'table',
  machine: createTable(accountRules),
  waits: { typingPause: 350 },
  inputs: [{ query: '' }, { query: '?page=3' }],
  events: {
    'search.type': [{ type: 'search.type', search: 'ada' }],
    'search.keep': [{ type: 'search.keep' }],
    'table.change': [
      { type: 'table.change', change: { type: 'page.choose', page: 2 } },
      { type: 'table.change', change: { type: 'group.choose', group: 'launch' } },
    ],
    'address.changed': [
      { type: 'address.changed', query: '?status=active' },
      { type: 'address.changed', query: '?page=3' },
    ],
  },
  answers: {},
  remembers: ({ state }) => ({ query: accountRules.query(state) }),
})

export const modelTrial = defineModel({
  name: 'modelTrial',
  machine: modelTrialMachine,
  events: {
    'trial.request': [
      { type: 'trial.request', model_name: '' },
      { type: 'trial.request', model_name: 'gpt-test' },
      { type: 'trial.request', model_name: 'gpt-other' },
    ],
  },
  answers: {
    try: {
      done: [
        {
          provider: 'Here',
          model: 'gpt-test',
          answer: 'See you there',
          took_ms: 840,
          input_tokens: 310,
          output_tokens: 12,
          is_estimated: false,
          price: null,
        },
      ],
      error: failures,
    },
  },
  remembers: ({ model_name }) => ({ of: model_name }),
})
