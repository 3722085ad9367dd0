import { accountEditMessages } from './accountEdit'
import { accountMessages, bulkDeleteMessages } from './accounts'
import { formMessages, publicMessages } from './commonMessages'
import { groupMessages } from './groups'
import { inboxMessages } from './inboxMessages'
import { replyMessages } from './replies'
import { roleMessages } from './roles'
import { taskMessages } from './tasks'

/**
 * Every fixed text that the product shows as a validation, toast or hint (product specification, sections 5 and 8). A
 * screen takes the texts of its own area, so that it downloads no other.
 */
export const messages = {
  ...publicMessages,
  reply: replyMessages,
  role: roleMessages,
  account: { ...accountMessages, ...accountEditMessages },
  bulkDelete: bulkDeleteMessages,
  group: groupMessages,
  task: taskMessages,
  inbox: inboxMessages,
  form: formMessages,
} as const
