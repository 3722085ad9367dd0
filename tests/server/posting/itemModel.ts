import { never } from '../../../server/posting/protocol/itemEvents'
import { itemMachine } from '../../../server/posting/protocol/itemMachine'
import { defineModel } from '../../support/machineModel'

/** Another minute for each event, so that the tables show whose time was used. */
const minute = (number: number) => new Date(Date.UTC(2026, 10, 21, 12, number)).toISOString()
const told = { detail: 'words of X', nextStep: 'do this' }

export const itemModel = defineModel({
  name: 'item',
  machine: itemMachine,
  events: {
    'item.claim': [{ type: 'item.claim' }],
    'item.retry': [{ type: 'item.retry', at: minute(1), checkAt: minute(13) }],
    'post.accepted': [{ type: 'post.accepted', postId: '7' }],
    'post.deferred': [{ type: 'post.deferred', at: minute(2), ...told }],
    'post.refused': [{ type: 'post.refused', ...told }],
    'post.contested': [{ type: 'post.contested', at: minute(20), ...told }],
    'post.lost': [{ type: 'post.lost', at: minute(3), ...told }],
    'post.seen': [{ type: 'post.seen', postId: '7' }],
    'post.corrected': [{ type: 'post.corrected', postId: '8' }],
    'post.disproved': [{ type: 'post.disproved' }],
    'post.gone': [{ type: 'post.gone' }],
    'post.shown': [{ type: 'post.shown' }],
    'lease.expired': [{ type: 'lease.expired', at: minute(4) }],
    'database.restored': [{ type: 'database.restored', now: minute(19), at: minute(5) }],
    'author.declined': [{ type: 'author.declined', detail: 'asked to be left alone' }],
    'item.cancel': [{ type: 'item.cancel' }],
    'account.removed': [{ type: 'account.removed' }],
    'check.found': [{ type: 'check.found', postId: '7' }],
    'check.absent': [
      { type: 'check.absent', mayResend: true, at: minute(6), resendAt: minute(7) },
      { type: 'check.absent', mayResend: false, at: minute(8), resendAt: minute(9) },
    ],
    'check.unproven': [
      { type: 'check.unproven', isLate: false, detail: 'late', at: minute(21) },
      { type: 'check.unproven', isLate: true, detail: 'late', at: minute(22) },
    ],
    'check.failed': [{ type: 'check.failed', detail: 'words of X', at: minute(10) }],
    'check.impossible': [{ type: 'check.impossible', detail: 'words of X' }],
    'review.check': [{ type: 'review.check', at: minute(11) }],
    'review.confirm': [{ type: 'review.confirm', postId: '7' }],
    'review.resend': [{ type: 'review.resend', at: minute(12) }],
    'review.giveUp': [{ type: 'review.giveUp' }],
    'hand.over': [
      { type: 'hand.over', now: minute(14), at: minute(15), ...told },
      { type: 'hand.over', now: minute(16), at: never, ...told },
    ],
    'hand.opened': [{ type: 'hand.opened', now: minute(17), at: minute(16) }],
    'hand.look': [{ type: 'hand.look', at: minute(18) }],
    'hand.notPosted': [{ type: 'hand.notPosted' }],
  },
  answers: {},
  remembers: ({ resends, cleanReads, failedReads, manualSince, restoredAt }) => ({
    'put back': restoredAt !== null,
    'sent again': resends > 0,
    'absent once': cleanReads > 0,
    'given to a person': manualSince !== null,
    ...(failedReads > 0 ? { 'unread reads': String(failedReads) } : {}),
  }),
})
