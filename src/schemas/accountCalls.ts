import * as z from 'zod/mini'
import { account, accountBody } from './accounts'
import { nothing, optionalText } from './base'
import { type Call, call } from './call'
import { numericId } from './callInput'

/** The calls of the list of media agents. */
export const accountCalls = {
  listAccounts: call({
    method: 'GET',
    path: '/twitter/accounts',
    auth: true,
    query: z.strictObject({ group: z._default(optionalText(100), '') }),
    status: 200,
    answer: z.array(account),
    reads: 'required',
  }),
  createAccount: call({
    method: 'POST',
    path: '/twitter/accounts',
    auth: true,
    body: accountBody,
    status: 201,
    answer: account,
    reads: 'ignored',
  }),
  deleteAccount: call({
    method: 'DELETE',
    path: '/twitter/accounts/{accountId}',
    auth: true,
    params: z.strictObject({ accountId: numericId }),
    status: 204,
    answer: nothing,
    reads: 'ignored',
  }),
} satisfies Record<string, Call>
