import * as z from 'zod/mini'
import { accountMessages } from './accountMessages'
import { id, optionalText, text, timestamp } from './base'

const secret = (required: string) => text(4096, required)

export const accountFields = {
  username: text(50, accountMessages.usernameRequired),
  client_id: secret(accountMessages.clientIdRequired),
  client_secret: secret(accountMessages.clientSecretRequired),
  api_key: secret(accountMessages.apiKeyRequired),
  api_secret: secret(accountMessages.apiSecretRequired),
  access_token: secret(accountMessages.accessTokenRequired),
  access_token_secret: secret(accountMessages.accessTokenSecretRequired),
  /** A group's name; empty for none. */
  group: optionalText(100),
}

export const accountBody = z.strictObject({ ...accountFields, group: z._default(accountFields.group, '') })
export type AccountBody = z.infer<typeof accountBody>

export const account = z.object({
  id,
  username: z.string(),
  group: z.nullable(z.string()),
  is_active: z.boolean(),
  created_at: timestamp,
  /** Why X would not take this account, in words for the operator; only from our server. */
  inactive_reason: z.optional(z.nullable(z.string())),
})
export type Account = z.infer<typeof account>
