import { assign, setup } from 'xstate'
import * as words from '../words'
import { type Explanation, type ItemContext, type ItemEvent, looksAllowed, never, type Scheduled } from './itemEvents'

const absencesNeeded = 2
const resendsAllowed = 1
const failedReadsAllowed = 8

/** The conditions of the chart `itemMachine` and what it stores. */
export const itemSetup = setup({
  types: {
    context: {} as ItemContext,
    events: {} as ItemEvent,
  },
  guards: {
    neverInDoubt: ({ context }) => context.resends === 0,
    mayBeManual: ({ context }) => context.manualSince !== null,
    isUntouched: ({ context: { attempts, resends, openedAt, cleanReads, nextAt } }) =>
      attempts === 0 && resends === 0 && openedAt === null && cleanReads === 0 && nextAt === never,
    /** X refused nothing if the item was never sent, or if a restored backup may hide a sending. */
    wasRefused: ({ context }) => context.attempts > 0 && context.restoredAt === null,
    isGone: ({ context }) => context.nextStep !== null,
    needsAnotherRead: ({ context }) => context.cleanReads + 1 < absencesNeeded,
    mayResend: ({ context }, { mayResend }: { mayResend: boolean }) => mayResend && context.resends < resendsAllowed,
    isInTime: (_, { isLate }: { isLate: boolean }) => !isLate,
    canReadAgain: ({ context }) => context.failedReads + 1 < failedReadsAllowed,
  },
  actions: {
    countAttempt: assign({ attempts: ({ context }) => context.attempts + 1 }),
    countAbsence: assign({ cleanReads: ({ context }) => context.cleanReads + 1, failedReads: 0 }),
    forgetFailedReads: assign({ failedReads: 0 }),
    countFailedRead: assign({ failedReads: ({ context }) => context.failedReads + 1 }),
    countResend: assign({ resends: ({ context }) => context.resends + 1 }),
    forgetReads: assign({ cleanReads: 0, failedReads: 0 }),
    schedule: assign((_, { at }: Scheduled) => ({ nextAt: at })),
    tell: assign((_, { detail, nextStep }: Explanation) => ({ error: detail, nextStep })),
    advise: assign((_, { nextStep }: { nextStep: string }) => ({ nextStep })),
    forgetTrouble: assign({ error: null, nextStep: null }),
    storePostId: assign((_, { postId }: { postId: string }) => ({ postId })),
    forgetPostId: assign({ postId: null }),
    becomeManual: assign(({ context }, { now, at, detail, nextStep }: { now: string } & Explanation & Scheduled) => ({
      manualSince: context.manualSince ?? now,
      nextAt: at,
      error: detail,
      nextStep,
    })),
    checkLater: assign((_, { at, detail }: { detail: string } & Scheduled) => ({
      nextAt: at,
      error: detail,
      nextStep: words.steps.checking,
    })),
    forgetManual: assign({ manualSince: null }),
    rememberOpening: assign((_, { now }: { now: string }) => ({ openedAt: now })),
    /** The count is above the last look after an opening, so no look follows. */
    lookOnce: assign({ cleanReads: looksAllowed }),
    stopLooking: assign({ nextAt: never, cleanReads: looksAllowed }),
    explainNotPosted: assign(({ context: { error } }) => ({
      error: error === null ? words.notPostedManually : `${words.notPostedManually} ${error}`,
      nextStep: words.retryAfterManual,
    })),
    checkAfterRestore: assign((_, { now, at }: { now: string } & Scheduled) => ({
      restoredAt: now,
      nextAt: at,
      error: words.restored.detail,
      nextStep: words.restored.nextStep,
    })),
    forgetRestored: assign({ restoredAt: null }),
  },
})
