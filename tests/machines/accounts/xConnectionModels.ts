import { accountCheckMachine } from '../../../src/machines/accounts/accountCheck'
import { connectingMachine } from '../../../src/machines/accounts/connecting'
import { consentMachine } from '../../../src/machines/accounts/consent'
import { movingMachine } from '../../../src/machines/accounts/moving'
import { createSpending } from '../../../src/machines/usage/spending'
import type { Connection } from '../../../src/schemas/accounts/connections'
import type { Spending } from '../../../src/schemas/usage/money'
import { defineModel } from '../../support/machineModel'
import { sampleSpending } from '../../support/spendingSample'
import { account, refusal, silence } from '../samples'

const connection: Connection = {
  unavailable: null,
  callback: 'https://console.example/api/v1/x/callback',
  consumer_keys: 2,
  movable: [{ id: 4, username: '@ida' }],
  next: null,
}

export const connecting = defineModel({
  name: 'connecting',
  machine: connectingMachine,
  inputs: [{ accountId: 4 }],
  events: {
    'page.reload': [{ type: 'page.reload' }],
    'connect.request': [{ type: 'connect.request', group: 'Launch' }],
    'page.shown': [{ type: 'page.shown' }],
  },
  answers: {
    load: { done: [connection, { ...connection, unavailable: 'Set X_CLIENT_ID' }, null], error: [refusal] },
    leave: { done: [undefined], error: [refusal, silence] },
  },
})

export const consent = defineModel({
  name: 'consent',
  machine: consentMachine,
  inputs: [{ id: 'kR4pX0vQ2mTzL9aB' }, { id: 'unknown' }],
  events: { 'page.reload': [{ type: 'page.reload' }], 'consent.dismiss': [{ type: 'consent.dismiss' }] },
  answers: {
    read: {
      done: [
        { outcome: 'connected', username: '@ida', detail: null },
        { outcome: null, username: null, detail: null },
      ],
      error: [refusal],
    },
  },
})

export const moving = defineModel({
  name: 'moving',
  machine: movingMachine,
  events: {
    'move.request': [
      { type: 'move.request', accounts: [] },
      {
        type: 'move.request',
        accounts: [
          { id: 4, username: '@ida' },
          { id: 5, username: '@otto' },
        ],
      },
    ],
    'move.stop': [{ type: 'move.stop' }],
    'move.again': [{ type: 'move.again' }],
  },
  answers: {
    moves: {
      done: [
        {
          results: [
            { id: 4, username: '@ida', detail: null },
            { id: 5, username: '@otto', detail: null },
          ],
        },
        { results: [{ id: 4, username: '@ida', detail: 'The client is not allowed to exchange this token.' }] },
      ],
      error: [silence],
    },
  },
  remembers: ({ queue, results }) => ({
    left: String(queue.length - results.length),
    failed: results.some(({ detail }) => detail !== null),
  }),
})

const accountCheck = defineModel({
  name: 'accountCheck',
  machine: accountCheckMachine,
  inputs: [{ id: 3 }],
  events: { 'check.request': [{ type: 'check.request' }] },
  answers: { verify: { done: [account], error: [refusal, silence] } },
})

const spent: Spending = {
  ...sampleSpending,
  prices: { ...sampleSpending.prices, user_read: null },
  budget: { daily: null, ceiling: 9_000_000 },
}

const spending = defineModel({
  name: 'spending',
  machine: createSpending<Spending>(),
  events: {
    'page.reload': [{ type: 'page.reload' }],
    'budget.save': [
      { type: 'budget.save', daily: 5_000_000 },
      { type: 'budget.save', daily: null },
    ],
  },
  answers: {
    load: { done: [{ spending: spent }, { spending: undefined }], error: [refusal] },
    save: { done: [{ daily: 5_000_000, ceiling: 9_000_000 }], error: [refusal, silence] },
    back: { done: [undefined] },
  },
})

export const connectionModels = [accountCheck, connecting, consent, moving, spending]
