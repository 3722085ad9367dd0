import { type CallName, contract } from '../../src/schemas/contract'
import type { QueueSizes } from './callQueues'

/**
 * Limits per operator and minute for expensive calls: those that call X or a model provider, or read or write hundreds
 * of kilobytes.
 */
const callsPerMinute: Partial<Record<CallName, number>> = {
  generateReplies: 120,
  fetchContent: 120,
  listModels: 120,
  tryModel: 30,
  verifyAccount: 1200,
  moveAccount: 1200,
  startConsent: 60,
  createRole: 60,
  updateRole: 30,
  listRoles: 600,
  batchPostReplies: 600,
  loadSample: 20,
  listAudit: 300,
  listAccess: 300,
}

/** An import makes one call per row, and so does deleting its accounts: the limit is the number of media agents. */
const perRow: ReadonlySet<CallName> = new Set(['createAccount', 'deleteAccount'])

/** Every other call that writes adds a line to the audit trail. */
const writesPerMinute = 1200

export const rateOf = (name: CallName): number | undefined =>
  callsPerMinute[name] ?? (contract[name].method === 'GET' || perRow.has(name) ? undefined : writesPerMinute)

/**
 * Calls that wait for X or a model provider have a separate queue, so that an operator's reads do not wait for them.
 */
export const outward: ReadonlySet<CallName> = new Set([
  'generateReplies',
  'fetchContent',
  'listModels',
  'tryModel',
  'verifyAccount',
  'moveAccount',
  'loadSample',
])

/** Equal calls share one answer per revision, so they need no turns of their own. */
export const readOnce: ReadonlySet<CallName> = new Set([
  'listTasks',
  'listOpenTasks',
  'listManualReplies',
  'getTask',
  'listAudit',
  'listAccounts',
  'listRoles',
])

/** Smaller than the number of connections to PostgreSQL, so that no operator occupies all of them. */
export const queueSizes: QueueSizes = { atOnce: 6, waiting: 400 }
export const outwardQueueSizes: QueueSizes = { atOnce: 8, waiting: 400 }

const kilobyte = 1024
/**
 * A character's lists and objects are 64 KB each, and JSON escapes may multiply that. A batch contains the text of
 * every reply.
 */
const kilobytes: Partial<Record<CallName, number>> = { createRole: 1024, updateRole: 1024, batchPostReplies: 4096 }

/** Bytes of the largest body that a call accepts. */
export const largestBody = (name: CallName): number => (kilobytes[name] ?? 128) * kilobyte
