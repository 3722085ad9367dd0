import { editReply, reply, replyFlow } from './composerLaws'
import { inbox, inboxActs } from './inboxLaws'
import { type Law, oneStartPerEvent } from './law'
import { bulkDelete, csvImport, editor, modelTrial, resource, table } from './listLaws'
import { item } from './postingLaw'
import { queue } from './queueLaw'
import { savedReplies } from './savedReplyLaw'
import { apiTokens, auth, leaving, operators, ownAccount, passkeys, secondFactor } from './sessionLaws'
import { auditLog, handOver, historyWatch, revision, taskFollow, taskStream, taskWatch } from './taskLaws'

const simple: Law = () => oneStartPerEvent

export const isSimple = (name: string): boolean => laws[name] === simple

/** A machine without an entry fails its walk. */
export const laws: Record<string, Law> = {
  auth,
  replyFlow,
  reply,
  editReply,
  csvImport,
  resource,
  bulkDelete,
  editor,
  taskWatch,
  handOver,
  inbox,
  inboxActs,
  queue,
  taskFollow,
  taskStream,
  revision,
  historyWatch,
  item,
  leaving,
  table,
  modelTrial,
  auditLog,
  ownAccount,
  secondFactor,
  passkeys,
  apiTokens,
  operators,
  savedReplies,
  loader: simple,
  composerLists: simple,
  accountCheck: simple,
  disclosure: simple,
  layout: simple,
  importView: simple,
  problemReport: simple,
  connecting: simple,
  consent: simple,
  moving: simple,
  spending: simple,
  allowances: simple,
}
