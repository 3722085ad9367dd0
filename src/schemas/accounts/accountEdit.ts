import * as z from 'zod/mini'
import { type Call, call, numericId } from '../call'
import { account, accountFields, credentialNames } from './accounts'

/**
 * A missing field stays unchanged. `group` is null for no group. `is_active: true` changes nothing: only `verifyAccount`
 * activates an account, because X has to accept it.
 */
export const accountPatch = z.partial(
  z.strictObject({ ...accountFields, group: z.nullable(accountFields.group), is_active: z.boolean() }),
)
export type AccountPatch = z.infer<typeof accountPatch>

/**
 * X's last answer about the account. Null: X did not report the value. Missing: X was not asked or reported nothing.
 */
const saidByX = z.object({
  /** `None`, `Basic`, `Premium` or `PremiumPlus`, as X names its subscriptions. */
  subscription: z.nullable(z.string()),
  is_protected: z.nullable(z.boolean()),
})
export type SaidByX = z.infer<typeof saidByX>

const returnedSecret = z.optional(z.nullable(z.string()))

/** One account as read for editing. Our server leaves the credentials out; other providers may return them. */
export const storedAccount = z.object({
  ...account.shape,
  client_id: returnedSecret,
  client_secret: returnedSecret,
  api_key: returnedSecret,
  api_secret: returnedSecret,
  access_token: returnedSecret,
  access_token_secret: returnedSecret,
  x: z.optional(saidByX),
})
export type StoredAccount = z.infer<typeof storedAccount>

export const accountEditCalls = {
  getAccount: call({
    specified: [],
    method: 'GET',
    path: '/twitter/accounts/{accountId}',
    auth: true,
    params: z.strictObject({ accountId: numericId }),
    status: 200,
    answer: storedAccount,
    reads: 'required',
  }),
  updateAccount: call({
    specified: ['username', ...credentialNames, 'group'],
    method: 'PUT',
    path: '/twitter/accounts/{accountId}',
    auth: true,
    params: z.strictObject({ accountId: numericId }),
    body: accountPatch,
    status: 200,
    answer: account,
    reads: 'ignored',
  }),
  verifyAccount: call({
    method: 'POST',
    path: '/twitter/accounts/{accountId}/verify',
    auth: true,
    params: z.strictObject({ accountId: numericId }),
    status: 200,
    answer: storedAccount,
    reads: 'required',
  }),
} satisfies Record<string, Call>
