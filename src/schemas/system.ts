import * as z from 'zod/mini'
import { postId, webAddress } from './base'
import { type Call, call, numericId, pageLimit } from './call'

/** What the console needs to know of the server it talks to. Other providers have no such call: then the defaults hold. */
export const meta = z.object({
  /** True where X is the local stand-in. */
  sandbox: z.boolean(),
  /** True where the model provider is the local stand-in although X is the real one: nothing that it writes is sent. */
  model_stand_in: z.optional(z.boolean()),
  sign_up_open: z.boolean(),
  /** True where a send may say what the operator read. */
  takes_expected: z.optional(z.boolean()),
  /** True where a character may say how much its model thinks, and whether it learns from edits. */
  takes_thinking: z.optional(z.boolean()),
  /** Where a post can be read: `${x_post_base_url}/{username}/status/{id}`. */
  x_post_base_url: z.string().check(z.refine((text) => webAddress(text) !== undefined, 'must be a web address')),
  /** Only in the sandbox: posts to begin with, one that mentions the sample's media agents and a stranger's. */
  sample_posts: z.optional(z.object({ mention: postId, stranger: postId })),
})
export type Meta = z.infer<typeof meta>

export const defaultMeta: Meta = { sandbox: false, sign_up_open: true, x_post_base_url: 'https://x.com' }

/** What every page of the console asks first. */
export const metaCalls = {
  getMeta: call({
    method: 'GET',
    path: '/meta',
    auth: false,
    status: 200,
    answer: meta,
    reads: 'required',
  }),
} satisfies Record<string, Call>

/** One entry of the audit trail, never with a secret in it. */
export const auditEntry = z.object({
  id: z.int(),
  at: z.string(),
  action: z.string(),
  subject: z.nullable(z.string()),
  detail: z.nullable(z.string()),
  /** From where, and in which session; of calls without a session and of older entries null. */
  address: z.optional(z.nullable(z.string())),
  session: z.optional(z.nullable(z.int())),
})
export type AuditEntry = z.infer<typeof auditEntry>

/** An entry that tells who came in, or may, with the e-mail of the operator; null where nobody was signed in. */
export const accessEntry = z.object({ ...auditEntry.shape, operator: z.nullable(z.string()) })
export type AccessEntry = z.infer<typeof accessEntry>

/** One of either kind, as the console lists them. */
export type TrailEntry = AuditEntry & Partial<Pick<AccessEntry, 'operator'>>

/**
 * Newest first; `before`: the id of the last entry that is known. A search reads so many entries at most; the header
 * `x-next-before` says before which it goes on.
 */
const auditQuery = z.strictObject({
  limit: pageLimit,
  before: z.optional(numericId),
  search: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
})

export const systemCalls = {
  listAudit: call({
    method: 'GET',
    path: '/audit',
    auth: true,
    query: auditQuery,
    status: 200,
    answer: z.array(auditEntry),
    reads: 'required',
  }),
  /** Sign-ins, and what is done to operators, of everybody: for administrators. Other providers have no such call. */
  listAccess: call({
    method: 'GET',
    path: '/audit/access',
    auth: true,
    query: auditQuery,
    status: 200,
    answer: z.array(accessEntry),
    reads: 'required',
  }),
} satisfies Record<string, Call>
