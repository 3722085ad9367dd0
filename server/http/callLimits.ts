import { type CallName, contract } from '../../src/schemas/contract'
import type { TurnSizes } from './callTurns'

/**
 * Calls of one operator per minute, where one call is dear: it asks X or the model provider, or reads or writes
 * hundreds of kilobytes.
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

/** An import is one call per row, and so is deleting what it brought: their limit is the number of media agents. */
const perRow: ReadonlySet<CallName> = new Set(['createAccount', 'deleteAccount'])

/** Every other call that writes leaves a line in the audit trail. */
const writesPerMinute = 1200

export const rateOf = (name: CallName): number | undefined =>
  callsPerMinute[name] ?? (contract[name].method === 'GET' || perRow.has(name) ? undefined : writesPerMinute)

/** Calls that wait for X or the model provider take turns of their own: an operator's reads do not wait for them. */
export const outward: ReadonlySet<CallName> = new Set([
  'generateReplies',
  'fetchContent',
  'listModels',
  'tryModel',
  'verifyAccount',
  'moveAccount',
  'loadSample',
])

/** Each is answered by its revision, from what was read for all who ask for the same meanwhile: they need no turns one by one. */
export const readOnce: ReadonlySet<CallName> = new Set([
  'listTasks',
  'listOpenTasks',
  'listHandedOver',
  'getTask',
  'listAudit',
  'listAccounts',
  'listRoles',
])

/** Fewer than there are connections to PostgreSQL: nobody has them all. */
export const turnSizes: TurnSizes = { atOnce: 6, waiting: 400 }
export const outwardTurnSizes: TurnSizes = { atOnce: 8, waiting: 400 }

const kilobyte = 1024
/**
 * A character's lists and objects are 64 KB each; if every letter is escaped, a few times as much arrives. A batch has the
 * text of each of its replies.
 */
const kilobytes: Partial<Record<CallName, number>> = { createRole: 1024, updateRole: 1024, batchPostReplies: 4096 }

/** Bytes of the largest body that a call reads: one that is dear to read ends before it is read. */
export const largestBody = (name: CallName): number => (kilobytes[name] ?? 128) * kilobyte
