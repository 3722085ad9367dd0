import { accountEditMessages } from './accountEditMessages'
import { accountMessages } from './accountMessages'
import { bulkDeleteMessages } from './bulkDeleteMessages'
import { formMessages } from './formMessages'
import { groupMessages } from './groupMessages'
import { publicMessages } from './publicMessages'
import { replyMessages } from './replyMessages'
import { roleMessages } from './roleMessages'
import { taskMessages } from './taskMessages'

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
  form: formMessages,
} as const
