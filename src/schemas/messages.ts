import { accountEditMessages, accountMessages, bulkDeleteMessages } from './accounts/accounts.words'
import { roleMessages } from './characters/characters.words'
import { copyMessages, formMessages, publicMessages } from './commonMessages'
import * as replyMessages from './composer/composer.words'
import { groupMessages } from './groups/groups.words'
import * as taskMessages from './history/history.words'
import * as inboxMessages from './inbox/inbox.words'
import * as manualMessages from './manual/manual.words'
import * as queueMessages from './queue/queue.words'
import * as savedReplyMessages from './savedReplies/savedReplies.words'

/**
 * The fixed texts of the product specification, sections 5 and 8. A screen imports only the texts of its own area,
 * because each import is downloaded.
 */
export const messages = {
  ...publicMessages,
  reply: replyMessages,
  role: roleMessages,
  account: { ...accountMessages, ...accountEditMessages },
  bulkDelete: bulkDeleteMessages,
  group: groupMessages,
  task: taskMessages,
  manual: manualMessages,
  queue: queueMessages,
  savedReply: savedReplyMessages,
  inbox: inboxMessages,
  form: formMessages,
  copy: copyMessages,
} as const
