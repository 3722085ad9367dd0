import { assign, emit, setup } from 'xstate'
import type { Consent } from '../../schemas/accounts/connections'
import { service } from '../crud/service'

export type ConsentEvent = { type: 'page.reload' } | { type: 'consent.dismiss' }

/** The server puts this in place of an id if the consent was not started in this browser. */
export const foreignConsent = 'unknown'

export type ConsentShown = { type: 'consent.shown' }

export const consentMachine = setup({
  types: {
    input: {} as { id: string },
    context: {} as { id: string; consent: Consent | undefined },
    events: {} as ConsentEvent,
    emitted: {} as ConsentShown,
    tags: {} as 'busy',
  },
  actors: { read: service<Consent, { id: string }>('read') },
  guards: {
    isForeign: ({ context }) => context.id === foreignConsent,
    isUnfinished: (_, { consent }: { consent: Consent }) => consent.outcome === null,
  },
  actions: {
    tell: emit({ type: 'consent.shown' }),
    storeConsent: assign({ consent: (_, params: { consent: Consent }) => params.consent }),
  },
}).createMachine({
  id: 'consent',
  description: "This chart shows the outcome of a visit to X's consent page after the operator has returned.",
  context: ({ input }) => ({ id: input.id, consent: undefined }),
  initial: 'arriving',
  states: {
    arriving: { always: [{ guard: 'isForeign', target: 'foreign' }, { target: 'reading' }] },
    reading: {
      tags: 'busy',
      invoke: {
        id: 'read',
        src: 'read',
        input: ({ context }) => ({ id: context.id }),
        onDone: [
          {
            guard: { type: 'isUnfinished', params: ({ event }) => ({ consent: event.output }) },
            target: 'unfinished',
            actions: { type: 'storeConsent', params: ({ event }) => ({ consent: event.output }) },
          },
          {
            target: 'shown',
            actions: { type: 'storeConsent', params: ({ event }) => ({ consent: event.output }) },
          },
        ],
        onError: 'unread',
      },
      on: { 'consent.dismiss': 'dismissed' },
    },
    shown: { entry: 'tell', on: { 'consent.dismiss': 'dismissed' } },
    unfinished: {
      description: "X has not sent the browser back yet, or the server is still processing X's answer.",
      on: { 'page.reload': 'reading', 'consent.dismiss': 'dismissed' },
    },
    unread: { on: { 'page.reload': 'reading', 'consent.dismiss': 'dismissed' } },
    foreign: { entry: 'tell', on: { 'consent.dismiss': 'dismissed' } },
    dismissed: { type: 'final', entry: 'tell' },
  },
})
