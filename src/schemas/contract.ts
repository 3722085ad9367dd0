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
 * Every call of the product, once: the browser's client, the server's routes and the OpenAPI document are made from it.
 * The document's words are the server's own (`server/http/calls.ts`). A page takes the calls of its own area, so
 * that it downloads no other.
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

/** What the caller passes: path parameters and query as values of their schemas' input, body as its input. */
export type CallInput<N extends CallName> = (Contract[N] extends { params: infer P extends Schema }
  ? { params: { [K in keyof z.input<P>]: string | number } }
  : unknown) &
  (Contract[N] extends { query: infer Q extends Schema } ? { query?: z.input<Q> } : unknown) &
  (Contract[N] extends { body: infer B extends Schema } ? { body: z.input<B> } : unknown)

/** What the caller gets: the parsed answer, `undefined` as well where the answer is optional, nothing where it is ignored. */
export type CallAnswer<N extends CallName> = Contract[N]['reads'] extends 'required'
  ? z.output<Contract[N]['answer']>
  : Contract[N]['reads'] extends 'optional'
    ? z.output<Contract[N]['answer']> | undefined
    : undefined
