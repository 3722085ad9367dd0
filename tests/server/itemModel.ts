import { itemMachine } from '../../server/delivery/itemMachine'
import { defineModel } from '../support/machineModel'

const at = '2026-11-21T12:00:00.000Z'
const told = { detail: 'words of X', nextStep: 'do this' }

/** The posting of one item, every event with a sample. */
export const itemModel = defineModel({
  name: 'item',
  machine: itemMachine,
  events: {
    'item.claim': [{ type: 'item.claim' }],
    'item.retry': [{ type: 'item.retry', at }],
    'post.accepted': [{ type: 'post.accepted', postId: '7' }],
    'post.deferred': [{ type: 'post.deferred', at, ...told }],
    'post.refused': [{ type: 'post.refused', ...told }],
    'post.lost': [{ type: 'post.lost', at, ...told }],
    'lease.expired': [{ type: 'lease.expired', at }],
    'database.restored': [{ type: 'database.restored', at }],
    'account.removed': [{ type: 'account.removed' }],
    'check.found': [{ type: 'check.found', postId: '7' }],
    'check.absent': [
      { type: 'check.absent', mayResend: true, at, resendAt: at },
      { type: 'check.absent', mayResend: false, at, resendAt: at },
    ],
    'check.failed': [{ type: 'check.failed', detail: 'words of X', at }],
    'check.impossible': [{ type: 'check.impossible', detail: 'words of X' }],
    'review.check': [{ type: 'review.check', at }],
    'review.confirm': [{ type: 'review.confirm', postId: '7' }],
    'review.resend': [{ type: 'review.resend', at }],
    'review.giveUp': [{ type: 'review.giveUp' }],
  },
  answers: {},
  remembers: ({ canRetry, resends, cleanReads, failedReads }) => ({
    'may retry': canRetry,
    'sent again': resends > 0,
    'absent once': cleanReads > 0,
    ...(failedReads > 0 ? { 'unread reads': String(failedReads) } : {}),
  }),
})
