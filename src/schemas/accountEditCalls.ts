import * as z from 'zod/mini'
import { accountPatch, storedAccount } from './accountEdit'
import { account } from './accounts'
import { type Call, call } from './call'
import { numericId } from './callInput'

/** The calls of one media agent's own page. */
export const accountEditCalls = {
  getAccount: call({
    method: 'GET',
    path: '/twitter/accounts/{accountId}',
    auth: true,
    params: z.strictObject({ accountId: numericId }),
    status: 200,
    answer: storedAccount,
    reads: 'required',
  }),
  updateAccount: call({
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
    answer: account,
    reads: 'required',
  }),
} satisfies Record<string, Call>
