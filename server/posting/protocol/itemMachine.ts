import { not, type StateValueFrom } from 'xstate'
import * as words from '../words'
import { itemSetup } from './itemSetup'

/**
 * The posting of one item (one reply through one account). `transition` evaluates it inside the database transaction
 * that stores its result (`item.ts`), and it never runs as an actor, so every event is safe to repeat.
 */
export const itemMachine = itemSetup.createMachine({
  id: 'item',
  description:
    'Posts one reply through one account, on the server. The machine never runs as an actor: the server evaluates each event inside the database transaction that stores the new state. *Unknown* means that X may or may not have the reply; the server checks before it sends again. *Failed* means that X does not have the reply.',
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
    manualSince: null,
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
          actions: { type: 'becomeManual', params: ({ event }) => event },
        },
        'account.removed': [
          {
            guard: 'neverInDoubt',
            target: '#item.failed.final',
            actions: { type: 'tell', params: { detail: words.deletedBeforeSent, nextStep: null } },
          },
          {
            target: 'needs_review',
            actions: { type: 'tell', params: { detail: words.deletedBeforeResent, nextStep: words.steps.orphaned } },
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
            actions: { type: 'tell', params: ({ event }) => ({ detail: event.detail, nextStep: words.steps.review }) },
          },
        ],
        'item.cancel': {
          description: 'A reply that was in doubt may be on X, so it cannot be cancelled.',
          guard: 'neverInDoubt',
          target: '#item.failed.retryable',
          actions: { type: 'tell', params: words.cancelled },
        },
        'database.restored': {
          target: 'unknown',
          actions: { type: 'checkAfterRestore', params: ({ event }) => event },
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
          actions: { type: 'becomeManual', params: ({ event }) => event },
        },
        'post.refused': [
          {
            guard: 'neverInDoubt',
            target: '#item.failed.retryable',
            actions: { type: 'tell', params: ({ event }) => event },
          },
          {
            description: 'An earlier request may have posted the reply, so the refusal does not settle it.',
            target: 'needs_review',
            actions: { type: 'tell', params: ({ event }) => ({ detail: event.detail, nextStep: words.steps.review }) },
          },
        ],
        'post.contested': {
          description:
            'An earlier request may have posted the reply. One reading of X decides: if X does not show the reply, the refusal counts.',
          target: 'unknown',
          actions: { type: 'checkLater', params: ({ event }) => event },
        },
        'post.lost': {
          target: 'unknown',
          actions: { type: 'checkLater', params: ({ event }) => event },
        },
        'lease.expired': {
          target: 'unknown',
          actions: { type: 'checkLater', params: ({ event }) => ({ at: event.at, detail: words.serverStopped }) },
        },
        'database.restored': {
          target: 'unknown',
          actions: { type: 'checkAfterRestore', params: ({ event }) => event },
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
              { type: 'advise', params: { nextStep: words.notOnX } },
            ],
          },
          {
            target: 'needs_review',
            actions: { type: 'tell', params: { detail: words.notConfirmed, nextStep: words.steps.review } },
          },
        ],
        'check.unproven': [
          {
            guard: { type: 'isInTime', params: ({ event }) => event },
            actions: ['forgetFailedReads', { type: 'schedule', params: ({ event }) => event }],
          },
          {
            description: 'Without a proof that X shows posts as new as this one, a person decides.',
            target: 'needs_review',
            actions: { type: 'tell', params: ({ event }) => ({ detail: event.detail, nextStep: words.steps.review }) },
          },
        ],
        'check.failed': [
          {
            guard: 'canReadAgain',
            actions: ['countFailedRead', { type: 'schedule', params: ({ event }) => event }],
          },
          {
            target: 'needs_review',
            actions: { type: 'tell', params: ({ event }) => words.unreadable(event.detail) },
          },
        ],
        'check.impossible': {
          target: 'needs_review',
          actions: { type: 'tell', params: ({ event }) => words.unreadable(event.detail) },
        },
        'post.refused': {
          description: 'X refused the reply and does not show it.',
          guard: 'wasRefused',
          target: '#item.failed.retryable',
          actions: { type: 'tell', params: ({ event }) => event },
        },
        'hand.over': {
          description: 'X refused the reply, does not show it, and accepts it only from a person.',
          guard: 'wasRefused',
          target: 'handed_over',
          actions: { type: 'becomeManual', params: ({ event }) => event },
        },
        'account.removed': {
          target: 'needs_review',
          actions: { type: 'tell', params: { detail: words.deletedInDoubt, nextStep: words.steps.orphaned } },
        },
        'post.accepted': { target: 'completed', actions: { type: 'storePostId', params: ({ event }) => event } },
        'database.restored': {
          target: 'unknown',
          reenter: true,
          actions: { type: 'checkAfterRestore', params: ({ event }) => event },
        },
      },
    },
    needs_review: {
      on: {
        'review.check': {
          target: 'unknown',
          actions: [
            { type: 'schedule', params: ({ event }) => event },
            { type: 'advise', params: { nextStep: words.steps.checking } },
          ],
        },
        'review.confirm': { target: 'completed', actions: { type: 'storePostId', params: ({ event }) => event } },
        'review.resend': {
          target: 'queued',
          actions: ['countResend', { type: 'schedule', params: ({ event }) => event }, 'forgetTrouble'],
        },
        'review.giveUp': {
          target: '#item.failed.final',
          actions: { type: 'tell', params: { detail: words.givenUp, nextStep: null } },
        },
        'account.removed': { actions: { type: 'advise', params: { nextStep: words.steps.orphaned } } },
        'post.accepted': { target: 'completed', actions: { type: 'storePostId', params: ({ event }) => event } },
      },
    },
    handed_over: {
      description: 'A person may post the reply at any moment or already has, so the server does not send it.',
      exit: 'forgetReads',
      on: {
        'hand.opened': {
          actions: [
            'forgetReads',
            { type: 'rememberOpening', params: ({ event }) => event },
            { type: 'schedule', params: ({ event }) => event },
            { type: 'advise', params: { nextStep: words.steps.manual } },
          ],
        },
        'item.cancel': {
          description: 'The server sent nothing, and nobody opened X for the reply or asked to check X.',
          guard: 'isUntouched',
          target: '#item.failed.retryable',
          actions: ['forgetManual', { type: 'tell', params: words.cancelled }],
        },
        'hand.look': { actions: ['lookOnce', { type: 'schedule', params: ({ event }) => event }] },
        'review.check': {
          actions: [
            'forgetReads',
            { type: 'schedule', params: ({ event }) => event },
            { type: 'advise', params: { nextStep: words.steps.manual } },
          ],
        },
        'check.found': { target: 'completed', actions: { type: 'storePostId', params: ({ event }) => event } },
        'check.absent': {
          actions: [
            'countAbsence',
            { type: 'schedule', params: ({ event }) => event },
            { type: 'advise', params: { nextStep: words.steps.manual } },
          ],
        },
        'check.failed': { actions: ['countAbsence', { type: 'schedule', params: ({ event }) => event }] },
        'check.impossible': {
          actions: ['stopLooking', { type: 'advise', params: { nextStep: words.steps.manualUnseen } }],
        },
        'account.removed': {
          actions: ['stopLooking', { type: 'advise', params: { nextStep: words.steps.manualUnseen } }],
        },
        'hand.notPosted': { target: '#item.failed.retryable', actions: 'explainNotPosted' },
        'review.confirm': { target: 'completed', actions: { type: 'storePostId', params: ({ event }) => event } },
        'post.accepted': { target: 'completed', actions: { type: 'storePostId', params: ({ event }) => event } },
      },
    },
    failed: {
      description: 'Not posted for certain, or given up.',
      initial: 'final',
      on: {
        'post.seen': { target: 'completed', actions: { type: 'storePostId', params: ({ event }) => event } },
      },
      states: {
        retryable: {
          description: 'Sending the reply again cannot post it twice.',
          on: {
            'item.retry': [
              {
                guard: 'mayBeManual',
                target: '#item.unknown',
                actions: [
                  { type: 'schedule', params: ({ event }) => ({ at: event.checkAt }) },
                  { type: 'advise', params: { nextStep: words.steps.checking } },
                ],
              },
              {
                target: '#item.queued',
                actions: ['forgetTrouble', { type: 'schedule', params: ({ event }) => event }],
              },
            ],
            'hand.over': {
              target: '#item.handed_over',
              actions: { type: 'becomeManual', params: ({ event }) => event },
            },
            'database.restored': {
              target: 'final',
              actions: { type: 'advise', params: { nextStep: words.steps.restored } },
            },
          },
        },
        final: { description: 'Stays failed unless X shows the reply later.' },
      },
    },
    completed: {
      entry: 'forgetTrouble',
      on: {
        'post.corrected': { actions: { type: 'storePostId', params: ({ event }) => event } },
        'post.gone': {
          guard: not('isGone'),
          actions: { type: 'advise', params: { nextStep: words.steps.gone } },
        },
        'post.shown': { guard: 'isGone', actions: 'forgetTrouble' },
        'post.disproved': {
          target: 'needs_review',
          actions: [
            'forgetPostId',
            {
              type: 'tell',
              params: { detail: words.wrongId, nextStep: words.steps.review },
            },
          ],
        },
      },
    },
  },
})

export type ItemValue = StateValueFrom<typeof itemMachine>

/** The column `state`: the outermost state of the chart. `can_retry` distinguishes the kinds of `failed`. */
export type ItemState = ItemValue extends infer TValue ? (TValue extends string ? TValue : keyof TValue) : never
