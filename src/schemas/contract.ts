import type * as z from 'zod/mini'
import { accountEditCalls } from './accountEdit'
import { accountCalls } from './accounts'
import { allowanceCalls } from './allowances'
import { apiTokenCalls } from './apiTokens'
import { authCalls } from './auth'
import type { Call, Schema } from './call'
import { connectionCalls } from './connections'
import { groupCalls } from './groups'
import { inboxCalls } from './inbox'
import { modelCalls } from './models'
import { moneyCalls } from './money'
import { newAnswerCalls } from './newAnswers'
import { operatorCalls } from './operators'
import { passkeySignInCalls } from './passkeySignIn'
import { passkeyCalls } from './passkeys'
import { replyCalls } from './replies'
import { roleCalls } from './roles'
import { sandboxCalls } from './sandbox'
import { savedReplyCalls } from './savedReplies'
import { secondFactorCalls } from './secondFactor'
import { metaCalls, systemCalls } from './system'
import { taskCalls } from './tasks'

/**
 * The browser's client, the server's routes and the OpenAPI document are built from these calls. `server/http/calls.ts`
 * has the descriptions of the OpenAPI document. A page imports only the calls of its own area, because each import is
 * downloaded.
 */
export const contract = {
  ...authCalls,
  ...passkeySignInCalls,
  ...operatorCalls,
  ...secondFactorCalls,
  ...passkeyCalls,
  ...apiTokenCalls,
  ...allowanceCalls,
  ...accountCalls,
  ...accountEditCalls,
  ...connectionCalls,
  ...groupCalls,
  ...roleCalls,
  ...savedReplyCalls,
  ...replyCalls,
  ...taskCalls,
  ...inboxCalls,
  ...moneyCalls,
  ...modelCalls,
  ...metaCalls,
  ...systemCalls,
  ...newAnswerCalls,
  ...sandboxCalls,
} satisfies Record<string, Call>

export type { Call } from './call'
export type Contract = typeof contract
export type CallName = keyof Contract

/** Path parameters and query have their schemas' input types; so has the body. */
export type CallInput<N extends CallName> = (Contract[N] extends { params: infer P extends Schema }
  ? { params: { [K in keyof z.input<P>]: string | number } }
  : unknown) &
  (Contract[N] extends { query: infer Q extends Schema } ? { query?: z.input<Q> } : unknown) &
  (Contract[N] extends { body: infer B extends Schema } ? { body: z.input<B> } : unknown)

/** The parsed answer; also `undefined` if the answer is optional; nothing if it is ignored. */
export type CallAnswer<N extends CallName> = Contract[N]['reads'] extends 'required'
  ? z.output<Contract[N]['answer']>
  : Contract[N]['reads'] extends 'optional'
    ? z.output<Contract[N]['answer']> | undefined
    : undefined
