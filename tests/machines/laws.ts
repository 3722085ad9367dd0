import { editReply, reply, replyFlow } from './composer/composerLaws'
import { bulkChange, csvImport, editor, modelTrial, oneByOne, resource, table } from './crud/listLaws'
import { auditLog, historyWatch, manualPosting, revision, taskFollow, taskStream, taskWatch } from './history/taskLaws'
import { inbox, inboxActs } from './inbox/inboxLaws'
import { type Law, oneStartPerEvent } from './law'
import { item } from './postingLaw'
import { queue } from './queue/queueLaw'
import { savedReplies } from './savedReplies/savedReplyLaw'
import { apiTokens, auth, leaving, operators, ownAccount, passkeys, secondFactor } from './session/sessionLaws'

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
  bulkChange,
  oneByOne,
  editor,
  taskWatch,
  manualPosting,
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
  layout: simple,
  problemReport: simple,
  connecting: simple,
  consent: simple,
  moving: simple,
  spending: simple,
  allowances: simple,
}
