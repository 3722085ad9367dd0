import * as z from 'zod/mini'
import { nothing, opaqueId, optionalText, timestamp } from '../base'
import { type Call, call, numericId } from '../call'
import { handle } from '../gate/handleField'
import { key } from '../gate/keys'
import { accountMessages } from './accounts.words'

/** Write-only: our server never returns these. */
export const credentialNames = [
  'client_id',
  'client_secret',
  'api_key',
  'api_secret',
  'access_token',
  'access_token_secret',
] as const
export type CredentialName = (typeof credentialNames)[number]
export type Credentials = Record<CredentialName, string>
export const noCredentials: Credentials = {
  client_id: '',
  client_secret: '',
  api_key: '',
  api_secret: '',
  access_token: '',
  access_token_secret: '',
}

export const accountFields = {
  username: handle({ required: accountMessages.usernameRequired }),
  client_id: key('client_id', { required: accountMessages.clientIdRequired }),
  client_secret: key('client_secret', { required: accountMessages.clientSecretRequired }),
  api_key: key('api_key', { required: accountMessages.apiKeyRequired }),
  api_secret: key('api_secret', { required: accountMessages.apiSecretRequired }),
  access_token: key('access_token', { required: accountMessages.accessTokenRequired }),
  access_token_secret: key('access_token_secret', { required: accountMessages.accessTokenSecretRequired }),
  /** A group's name; empty for none. */
  group: optionalText(100),
}

export const accountBody = z.strictObject({ ...accountFields, group: z._default(accountFields.group, '') })
export type AccountBody = z.infer<typeof accountBody>

export const account = z.object({
  id: opaqueId,
  username: z.string(),
  group: z.nullable(z.string()),
  is_active: z.boolean(),
  created_at: timestamp,
  /** The reason why X refused this account. Only from our server. */
  inactive_reason: z.optional(z.nullable(z.string())),
})
export type Account = z.infer<typeof account>
/** Our server's ids are numbers. */
export type OwnAccount = Account & { id: number }

export const accountCalls = {
  listAccounts: call({
    specified: ['group'],
    method: 'GET',
    path: '/twitter/accounts',
    auth: true,
    query: z.strictObject({ group: z._default(optionalText(100), '') }),
    status: 200,
    answer: z.array(account),
    reads: 'required',
  }),
  createAccount: call({
    specified: ['username', ...credentialNames, 'group'],
    method: 'POST',
    path: '/twitter/accounts',
    auth: true,
    body: accountBody,
    status: 201,
    answer: account,
    reads: 'ignored',
  }),
  deleteAccount: call({
    specified: [],
    method: 'DELETE',
    path: '/twitter/accounts/{accountId}',
    auth: true,
    params: z.strictObject({ accountId: numericId }),
    status: 204,
    answer: nothing,
    reads: 'ignored',
  }),
} satisfies Record<string, Call>
