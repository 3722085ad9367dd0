import { assign, setup } from 'xstate'
import { cancelled, notPostedByHand, restored, steps, unreadable } from './itemWords'

/** What the statechart remembers of one item; everything else about it is a snapshot that never changes. */
export interface ItemContext {
  /** How often a request was about to be sent. */
  attempts: number
  /** Clean reads while unknown that did not show the post; of what is posted by hand, all that did not. */
  cleanReads: number
  /** Reads in a row that X did not answer. */
  failedReads: number
  /** How often it was queued again after an unknown outcome. */
  resends: number
  /** Not before, ISO 8601: when it goes on (queued) or is checked (unknown). */
  nextAt: string
  /** X's own words, or what else went wrong. */
  error: string | null
  /** What the operator can do now, in plain words. */
  nextStep: string | null
  /** True where sending it once more cannot post it twice. */
  canRetry: boolean
  /** The post's id on X once it is known. */
  postId: string | null
  /** When it was first given to a person to post by hand, ISO 8601: from then on X may have it without our sending. */
  handedOverAt: string | null
  /** When X's page with the reply was opened last, ISO 8601: from then on a person may have posted it. */
  openedAt: string | null
}

export interface Told {
  detail: string
  nextStep: string | null
}
interface Scheduled {
  /** ISO 8601. */
  at: string
}

export type ItemEvent =
  | { type: 'item.claim' }
  /** What may have been posted by hand is looked for on X first, at `checkAt`. */
  | { type: 'item.retry'; at: string; checkAt: string }
  /** X takes it from a person alone: surely not posted until now, by our clock `now`; looked for on X from `at` on. */
  | ({ type: 'hand.over'; now: string } & Told & Scheduled)
  /** A person has X's page with the reply before him, by our clock `now`: X is asked for the post from `at` on. */
  | ({ type: 'hand.opened'; now: string } & Scheduled)
  /** X is asked for it once, at `at`: nobody may be there any more to say more. */
  | ({ type: 'hand.look' } & Scheduled)
  | { type: 'hand.notPosted' }
  | { type: 'post.accepted'; postId: string }
  /** Surely not posted: it goes on at `at`. */
  | ({ type: 'post.deferred' } & Told & Scheduled)
  /** Surely not posted, and sending it again as it is would be refused again. */
  | ({ type: 'post.refused' } & Told)
  /** It may have been posted: checked at `at`. */
  | ({ type: 'post.lost' } & Told & Scheduled)
  /** X shows a post of what was taken for not posted. */
  | { type: 'post.seen'; postId: string }
  /** The id that X gave was another post's: X shows this one. */
  | { type: 'post.corrected'; postId: string }
  /** The id that X gave is not this reply's, and X shows none that is. */
  | { type: 'post.disproved' }
  /** Who held it is gone: what it sent may have been posted. */
  | ({ type: 'lease.expired' } & Scheduled)
  | ({ type: 'database.restored' } & Scheduled)
  | { type: 'account.removed' }
  /** The author of the post that it answers asked to be left alone. */
  | { type: 'author.declined'; detail: string }
  /** The operator does not want it to be sent; it has not left. */
  | { type: 'item.cancel' }
  | { type: 'check.found'; postId: string }
  /** A clean read did not show it. `mayResend` is the configured AUTO_RESEND. */
  | ({ type: 'check.absent'; mayResend: boolean; resendAt: string } & Scheduled)
  | ({ type: 'check.failed'; detail: string } & Scheduled)
  | { type: 'check.impossible'; detail: string }
  | ({ type: 'review.check' } & Scheduled)
  | { type: 'review.confirm'; postId: string }
  | ({ type: 'review.resend' } & Scheduled)
  | { type: 'review.giveUp' }

const absencesNeeded = 2
const resendsAllowed = 1
const failedReadsAllowed = 8
/** Readings of what is posted by hand, after a person opened X's page or asked for one. */
export const looksAllowed = 10

/** Of what is not looked for on X until a person says more. */
export const never = '9999-12-31T23:59:59.999Z'

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
    canRetry: ({ context }) => context.canRetry,
    neverInDoubt: ({ context }) => context.resends === 0,
    mayBeByHand: ({ context }) => context.canRetry && context.handedOverAt !== null,
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
    tell: assign((_, { detail, nextStep }: Told) => ({ error: detail, nextStep })),
    advise: assign((_, { nextStep }: { nextStep: string }) => ({ nextStep })),
    forgetTrouble: assign({ error: null, nextStep: null }),
    storePostId: assign((_, { postId }: { postId: string }) => ({ postId })),
    forgetPostId: assign({ postId: null }),
    handOver: assign(({ context }, { now }: { now: string }) => ({ handedOverAt: context.handedOverAt ?? now })),
    rememberOpening: assign((_, { now }: { now: string }) => ({ openedAt: now })),
    /** More than the last of the looks that follow an opening, so that none follows it. */
    lookOnce: assign({ cleanReads: looksAllowed }),
    stopLooking: assign({ nextAt: never }),
    explainNotPosted: assign(({ context: { error } }) => ({
      error: error === null ? notPostedByHand : `${notPostedByHand} ${error}`,
      nextStep: 'Retry looks on X for it, then sends it by API.',
    })),
    allowRetry: assign({ canRetry: true }),
    forbidRetry: assign({ canRetry: false }),
  },
}).createMachine({
  id: 'item',
  initial: 'queued',
  context: {
    attempts: 0,
    cleanReads: 0,
    failedReads: 0,
    resends: 0,
    nextAt: '1970-01-01T00:00:00.000Z',
    error: null,
    nextStep: null,
    canRetry: false,
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
            target: 'failed',
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
            target: 'failed',
            actions: [
              { type: 'tell', params: ({ event }) => ({ detail: event.detail, nextStep: null }) },
              'allowRetry',
            ],
          },
          {
            target: 'needs_review',
            actions: { type: 'tell', params: ({ event }) => ({ detail: event.detail, nextStep: steps.review }) },
          },
        ],
        /** What was in doubt once may be on X. */
        'item.cancel': {
          guard: 'neverInDoubt',
          target: 'failed',
          actions: [{ type: 'tell', params: cancelled }, 'allowRetry'],
        },
        'database.restored': {
          target: 'unknown',
          actions: [
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
        'post.refused': { target: 'failed', actions: [{ type: 'tell', params: ({ event }) => event }, 'allowRetry'] },
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
            { type: 'schedule', params: ({ event }) => event },
            { type: 'tell', params: restored },
          ],
        },
      },
    },
    unknown: {
      exit: 'forgetReads',
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
          target: 'failed',
          actions: {
            type: 'tell',
            params: { detail: 'Given up by the operator. Whether X has it was never confirmed.', nextStep: null },
          },
        },
        'account.removed': { actions: { type: 'advise', params: { nextStep: steps.orphaned } } },
        'post.accepted': { target: 'completed', actions: { type: 'storePostId', params: ({ event }) => event } },
      },
    },
    /** A person may post it at any moment, or has: nothing of ours is sent from here. */
    handed_over: {
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
        'hand.notPosted': { target: 'failed', actions: ['explainNotPosted', 'allowRetry'] },
        'review.confirm': { target: 'completed', actions: { type: 'storePostId', params: ({ event }) => event } },
        'post.accepted': { target: 'completed', actions: { type: 'storePostId', params: ({ event }) => event } },
      },
    },
    failed: {
      on: {
        'item.retry': [
          {
            guard: 'mayBeByHand',
            target: 'unknown',
            actions: [
              'forbidRetry',
              { type: 'schedule', params: ({ event }) => ({ at: event.checkAt }) },
              { type: 'advise', params: { nextStep: steps.checking } },
            ],
          },
          {
            guard: 'canRetry',
            target: 'queued',
            actions: ['forbidRetry', 'forgetTrouble', { type: 'schedule', params: ({ event }) => event }],
          },
        ],
        'hand.over': {
          guard: 'canRetry',
          target: 'handed_over',
          actions: [
            'forbidRetry',
            { type: 'handOver', params: ({ event }) => event },
            { type: 'schedule', params: ({ event }) => event },
            { type: 'tell', params: ({ event }) => event },
          ],
        },
        'post.seen': {
          target: 'completed',
          actions: ['forbidRetry', { type: 'storePostId', params: ({ event }) => event }],
        },
        'database.restored': { actions: ['forbidRetry', { type: 'advise', params: { nextStep: steps.restored } }] },
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
