import { assign, type StateValueFrom, setup } from 'xstate'
import { type Explanation, type ItemContext, type ItemEvent, looksAllowed, never, type Scheduled } from './itemEvents'
import { cancelled, notPostedByHand, restored, steps, unreadable } from './itemWords'

const absencesNeeded = 2
const resendsAllowed = 1
const failedReadsAllowed = 8

/**
 * The posting of one item (one reply through one account). Never started as an actor: `transition` evaluates it inside
 * the database transaction that stores its result (`item.ts`), so every event is safe to repeat.
 */
export const itemMachine = setup({
  types: {
    context: {} as ItemContext,
    events: {} as ItemEvent,
  },
  guards: {
    neverInDoubt: ({ context }) => context.resends === 0,
    mayBeByHand: ({ context }) => context.handedOverAt !== null,
    isUntouched: ({ context: { attempts, resends, openedAt, cleanReads, nextAt } }) =>
      attempts === 0 && resends === 0 && openedAt === null && cleanReads === 0 && nextAt === never,
    /** What was never sent, or may have been before a restore, was refused by nobody. */
    wasRefused: ({ context }) => context.attempts > 0 && context.restoredAt === null,
    needsAnotherRead: ({ context }) => context.cleanReads + 1 < absencesNeeded,
    mayResend: ({ context }, { mayResend }: { mayResend: boolean }) => mayResend && context.resends < resendsAllowed,
    canReadAgain: ({ context }) => context.failedReads + 1 < failedReadsAllowed,
  },
  actions: {
    countAttempt: assign({ attempts: ({ context }) => context.attempts + 1 }),
    countAbsence: assign({ cleanReads: ({ context }) => context.cleanReads + 1, failedReads: 0 }),
    countFailedRead: assign({ failedReads: ({ context }) => context.failedReads + 1 }),
    countResend: assign({ resends: ({ context }) => context.resends + 1 }),
    forgetReads: assign({ cleanReads: 0, failedReads: 0 }),
    schedule: assign((_, { at }: Scheduled) => ({ nextAt: at })),
    tell: assign((_, { detail, nextStep }: Explanation) => ({ error: detail, nextStep })),
    advise: assign((_, { nextStep }: { nextStep: string }) => ({ nextStep })),
    forgetTrouble: assign({ error: null, nextStep: null }),
    storePostId: assign((_, { postId }: { postId: string }) => ({ postId })),
    forgetPostId: assign({ postId: null }),
    handOver: assign(({ context }, { now }: { now: string }) => ({ handedOverAt: context.handedOverAt ?? now })),
    forgetHandOver: assign({ handedOverAt: null }),
    rememberOpening: assign((_, { now }: { now: string }) => ({ openedAt: now })),
    /** More than the last of the looks that follow an opening, so that none follows it. */
    lookOnce: assign({ cleanReads: looksAllowed }),
    stopLooking: assign({ nextAt: never, cleanReads: looksAllowed }),
    explainNotPosted: assign(({ context: { error } }) => ({
      error: error === null ? notPostedByHand : `${notPostedByHand} ${error}`,
      nextStep: 'Retry looks on X for it, then sends it by API.',
    })),
    rememberRestored: assign((_, { now }: { now: string }) => ({ restoredAt: now })),
    forgetRestored: assign({ restoredAt: null }),
  },
}).createMachine({
  id: 'item',
  description:
    'The posting of one reply through one account, on the server. It is never run as an actor: each event is evaluated inside the database transaction that stores the new state. *Unknown* means that X may or may not have posted it; it is verified, never simply sent again. *Failed* means that it surely was not posted.',
  initial: 'queued',
  context: {
    attempts: 0,
    cleanReads: 0,
    failedReads: 0,
    resends: 0,
    nextAt: '1970-01-01T00:00:00.000Z',
    error: null,
    nextStep: null,
    restoredAt: null,
    postId: null,
    handedOverAt: null,
    openedAt: null,
  },
  states: {
    queued: {
      on: {
        'item.claim': { target: 'posting', actions: ['countAttempt', 'forgetTrouble'] },
        'item.retry': { actions: { type: 'schedule', params: ({ event }) => event } },
        'hand.over': {
          guard: 'neverInDoubt',
          target: 'handed_over',
          actions: [
            { type: 'handOver', params: ({ event }) => event },
            { type: 'schedule', params: ({ event }) => event },
            { type: 'tell', params: ({ event }) => event },
          ],
        },
        'account.removed': [
          {
            guard: 'neverInDoubt',
            target: '#item.failed.final',
            actions: {
              type: 'tell',
              params: { detail: 'The media agent was deleted before this was sent.', nextStep: null },
            },
          },
          {
            target: 'needs_review',
            actions: {
              type: 'tell',
              params: { detail: 'The media agent was deleted before this was sent again.', nextStep: steps.orphaned },
            },
          },
        ],
        'author.declined': [
          {
            guard: 'neverInDoubt',
            target: '#item.failed.retryable',
            actions: { type: 'tell', params: ({ event }) => ({ detail: event.detail, nextStep: null }) },
          },
          {
            target: 'needs_review',
            actions: { type: 'tell', params: ({ event }) => ({ detail: event.detail, nextStep: steps.review }) },
          },
        ],
        'item.cancel': {
          description: 'What was in doubt once may be on X.',
          guard: 'neverInDoubt',
          target: '#item.failed.retryable',
          actions: { type: 'tell', params: cancelled },
        },
        'database.restored': {
          target: 'unknown',
          actions: [
            { type: 'rememberRestored', params: ({ event }) => event },
            { type: 'schedule', params: ({ event }) => event },
            { type: 'tell', params: restored },
          ],
        },
        'post.accepted': { target: 'completed', actions: { type: 'storePostId', params: ({ event }) => event } },
      },
    },
    posting: {
      on: {
        'post.accepted': { target: 'completed', actions: { type: 'storePostId', params: ({ event }) => event } },
        'post.deferred': {
          target: 'queued',
          actions: [
            { type: 'schedule', params: ({ event }) => event },
            { type: 'tell', params: ({ event }) => event },
          ],
        },
        'hand.over': {
          target: 'handed_over',
          actions: [
            { type: 'handOver', params: ({ event }) => event },
            { type: 'schedule', params: ({ event }) => event },
            { type: 'tell', params: ({ event }) => event },
          ],
        },
        'post.refused': [
          {
            guard: 'neverInDoubt',
            target: '#item.failed.retryable',
            actions: { type: 'tell', params: ({ event }) => event },
          },
          {
            description: 'What X refuses now says nothing of what it may have taken before.',
            target: 'needs_review',
            actions: { type: 'tell', params: ({ event }) => ({ detail: event.detail, nextStep: steps.review }) },
          },
        ],
        'post.contested': {
          description: 'One look decides: it is on X, or X’s refusal counts.',
          target: 'unknown',
          actions: [
            { type: 'schedule', params: ({ event }) => event },
            { type: 'tell', params: ({ event }) => ({ detail: event.detail, nextStep: steps.checking }) },
          ],
        },
        'post.lost': {
          target: 'unknown',
          actions: [
            { type: 'schedule', params: ({ event }) => event },
            { type: 'tell', params: ({ event }) => ({ detail: event.detail, nextStep: steps.checking }) },
          ],
        },
        'lease.expired': {
          target: 'unknown',
          actions: [
            { type: 'schedule', params: ({ event }) => event },
            {
              type: 'tell',
              params: {
                detail: 'The server stopped while X was being asked, so whether it was posted is not known.',
                nextStep: steps.checking,
              },
            },
          ],
        },
        'database.restored': {
          target: 'unknown',
          actions: [
            { type: 'rememberRestored', params: ({ event }) => event },
            { type: 'schedule', params: ({ event }) => event },
            { type: 'tell', params: restored },
          ],
        },
      },
    },
    unknown: {
      exit: ['forgetReads', 'forgetRestored'],
      on: {
        'check.found': { target: 'completed', actions: { type: 'storePostId', params: ({ event }) => event } },
        'check.absent': [
          {
            guard: 'needsAnotherRead',
            actions: ['countAbsence', { type: 'schedule', params: ({ event }) => event }],
          },
          {
            guard: { type: 'mayResend', params: ({ event }) => event },
            target: 'queued',
            actions: [
              'countResend',
              { type: 'schedule', params: ({ event }) => ({ at: event.resendAt }) },
              {
                type: 'advise',
                params: { nextStep: 'X does not show it, so it is sent once more, in the same words.' },
              },
            ],
          },
          {
            target: 'needs_review',
            actions: {
              type: 'tell',
              params: { detail: 'X did not confirm the post and does not show it either.', nextStep: steps.review },
            },
          },
        ],
        'check.failed': [
          {
            guard: 'canReadAgain',
            actions: ['countFailedRead', { type: 'schedule', params: ({ event }) => event }],
          },
          {
            target: 'needs_review',
            actions: { type: 'tell', params: ({ event }) => unreadable(event.detail) },
          },
        ],
        'check.impossible': {
          target: 'needs_review',
          actions: { type: 'tell', params: ({ event }) => unreadable(event.detail) },
        },
        'post.refused': {
          description: 'X does not show what it refused.',
          guard: 'wasRefused',
          target: '#item.failed.retryable',
          actions: { type: 'tell', params: ({ event }) => event },
        },
        'hand.over': {
          description: 'X does not show what it refused and takes from a person alone.',
          guard: 'wasRefused',
          target: 'handed_over',
          actions: [
            { type: 'handOver', params: ({ event }) => event },
            { type: 'schedule', params: ({ event }) => event },
            { type: 'tell', params: ({ event }) => event },
          ],
        },
        'account.removed': {
          target: 'needs_review',
          actions: {
            type: 'tell',
            params: {
              detail: 'The media agent was deleted, so whether it was posted cannot be read from X.',
              nextStep: steps.orphaned,
            },
          },
        },
        'post.accepted': { target: 'completed', actions: { type: 'storePostId', params: ({ event }) => event } },
        'database.restored': {
          target: 'unknown',
          reenter: true,
          actions: [
            { type: 'rememberRestored', params: ({ event }) => event },
            { type: 'schedule', params: ({ event }) => event },
            { type: 'tell', params: restored },
          ],
        },
      },
    },
    needs_review: {
      on: {
        'review.check': {
          target: 'unknown',
          actions: [
            { type: 'schedule', params: ({ event }) => event },
            { type: 'advise', params: { nextStep: steps.checking } },
          ],
        },
        'review.confirm': { target: 'completed', actions: { type: 'storePostId', params: ({ event }) => event } },
        'review.resend': {
          target: 'queued',
          actions: ['countResend', { type: 'schedule', params: ({ event }) => event }, 'forgetTrouble'],
        },
        'review.giveUp': {
          target: '#item.failed.final',
          actions: {
            type: 'tell',
            params: { detail: 'Given up by the operator. Whether X has it was never confirmed.', nextStep: null },
          },
        },
        'account.removed': { actions: { type: 'advise', params: { nextStep: steps.orphaned } } },
        'post.accepted': { target: 'completed', actions: { type: 'storePostId', params: ({ event }) => event } },
      },
    },
    handed_over: {
      description: 'A person may post it at any moment, or has: nothing of ours is sent from here.',
      exit: 'forgetReads',
      on: {
        'hand.opened': {
          actions: [
            'forgetReads',
            { type: 'rememberOpening', params: ({ event }) => event },
            { type: 'schedule', params: ({ event }) => event },
            { type: 'advise', params: { nextStep: steps.byHand } },
          ],
        },
        'item.cancel': {
          description: 'Nothing was sent, nobody was led to X for it, and nobody had it looked for there.',
          guard: 'isUntouched',
          target: '#item.failed.retryable',
          actions: ['forgetHandOver', { type: 'tell', params: cancelled }],
        },
        'hand.look': { actions: ['lookOnce', { type: 'schedule', params: ({ event }) => event }] },
        'review.check': {
          actions: [
            'forgetReads',
            { type: 'schedule', params: ({ event }) => event },
            { type: 'advise', params: { nextStep: steps.byHand } },
          ],
        },
        'check.found': { target: 'completed', actions: { type: 'storePostId', params: ({ event }) => event } },
        'check.absent': {
          actions: [
            'countAbsence',
            { type: 'schedule', params: ({ event }) => event },
            { type: 'advise', params: { nextStep: steps.byHand } },
          ],
        },
        'check.failed': { actions: ['countAbsence', { type: 'schedule', params: ({ event }) => event }] },
        'check.impossible': {
          actions: ['stopLooking', { type: 'advise', params: { nextStep: steps.byHandUnseen } }],
        },
        'account.removed': {
          actions: ['stopLooking', { type: 'advise', params: { nextStep: steps.byHandUnseen } }],
        },
        'hand.notPosted': { target: '#item.failed.retryable', actions: 'explainNotPosted' },
        'review.confirm': { target: 'completed', actions: { type: 'storePostId', params: ({ event }) => event } },
        'post.accepted': { target: 'completed', actions: { type: 'storePostId', params: ({ event }) => event } },
      },
    },
    failed: {
      description: 'Surely not posted, or given up.',
      initial: 'final',
      on: {
        'post.seen': { target: 'completed', actions: { type: 'storePostId', params: ({ event }) => event } },
      },
      states: {
        retryable: {
          description: 'Sending it once more cannot post it twice.',
          on: {
            'item.retry': [
              {
                guard: 'mayBeByHand',
                target: '#item.unknown',
                actions: [
                  { type: 'schedule', params: ({ event }) => ({ at: event.checkAt }) },
                  { type: 'advise', params: { nextStep: steps.checking } },
                ],
              },
              {
                target: '#item.queued',
                actions: ['forgetTrouble', { type: 'schedule', params: ({ event }) => event }],
              },
            ],
            'hand.over': {
              target: '#item.handed_over',
              actions: [
                { type: 'handOver', params: ({ event }) => event },
                { type: 'schedule', params: ({ event }) => event },
                { type: 'tell', params: ({ event }) => event },
              ],
            },
            'database.restored': { target: 'final', actions: { type: 'advise', params: { nextStep: steps.restored } } },
          },
        },
        final: { description: 'It stays as it is, unless X shows it after all.' },
      },
    },
    completed: {
      entry: 'forgetTrouble',
      on: {
        'post.corrected': { actions: { type: 'storePostId', params: ({ event }) => event } },
        'post.disproved': {
          target: 'needs_review',
          actions: [
            'forgetPostId',
            {
              type: 'tell',
              params: {
                detail: 'The id that X gave for it is not that of this reply, and X shows no other post that is.',
                nextStep: steps.review,
              },
            },
          ],
        },
      },
    },
  },
})

export type ItemValue = StateValueFrom<typeof itemMachine>

/** What stands in the column `state`: the outermost of the chart's states. Which of `failed` it is, `can_retry` says. */
export type ItemState = ItemValue extends infer TValue ? (TValue extends string ? TValue : keyof TValue) : never
