import * as z from 'zod/mini'
import { id, noControls, nothing, text, timestamp } from '../base'
import { type Call, call, numericId } from '../call'
import { nameRequired } from '../crud.words'
import * as words from './security.words'

/** `ofOperator`: tokens per operator. `name`: characters. `days`: longest lifetime. */
export const apiTokenLimits = { ofOperator: 20, name: 60, days: 365 } as const

/** `draft` includes `read`. */
export const apiTokenScope = z.enum(['read', 'draft'])
export type ApiTokenScope = z.infer<typeof apiTokenScope>

const days = z
  .int(words.daysRange)
  .check(z.minimum(1, words.daysRange), z.maximum(apiTokenLimits.days, words.daysRange))

export const apiTokenBody = z.strictObject({
  name: text(apiTokenLimits.name, nameRequired).check(noControls()),
  scope: apiTokenScope,
  days,
})
export type ApiTokenBody = z.infer<typeof apiTokenBody>

export const apiToken = z.object({
  id,
  name: z.string(),
  scope: apiTokenScope,
  created_at: timestamp,
  expires_at: timestamp,
  last_used_at: z.nullable(timestamp),
  last_address: z.nullable(z.string()),
})
export type ApiToken = z.infer<typeof apiToken>

/** Only this answer contains the token, because the server stores only its hash. */
export const newApiToken = z.object({ ...apiToken.shape, token: z.string() })
export type NewApiToken = z.infer<typeof newApiToken>

const path = '/auth/api-tokens'

/** No API token may make these calls. */
export const apiTokenCalls = {
  listApiTokens: call({ method: 'GET', path, auth: true, status: 200, answer: z.array(apiToken), reads: 'required' }),
  createApiToken: call({
    method: 'POST',
    path,
    auth: true,
    body: apiTokenBody,
    status: 201,
    answer: newApiToken,
    reads: 'required',
  }),
  endApiToken: call({
    method: 'DELETE',
    path: `${path}/{apiTokenId}`,
    auth: true,
    params: z.strictObject({ apiTokenId: numericId }),
    status: 204,
    answer: nothing,
    reads: 'ignored',
  }),
} satisfies Record<string, Call>
