import type * as z from 'zod/mini'
import { accountEditCalls } from './accounts/accountEdit'
import { accountCalls } from './accounts/accounts'
import { connectionCalls } from './accounts/connections'
import type { Call, Schema } from './call'
import { modelCalls } from './characters/models'
import { roleCalls } from './characters/roles'
import { replyCalls } from './composer/replies'
import { groupCalls } from './groups/groups'
import { taskCalls } from './history/tasks'
import { inboxCalls } from './inbox/inbox'
import { sandboxCalls } from './sandbox'
import { savedReplyCalls } from './savedReplies/savedReplies'
import { apiTokenCalls } from './security/apiTokens'
import { newAnswerCalls } from './security/newAnswers'
import { operatorCalls } from './security/operators'
import { passkeyCalls } from './security/passkeys'
import { secondFactorCalls } from './security/secondFactor'
import { authCalls } from './session/auth'
import { passkeySignInCalls } from './session/passkeySignIn'
import { metaCalls, systemCalls } from './system'
import { allowanceCalls } from './usage/allowances'
import { moneyCalls } from './usage/money'

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
