import * as z from 'zod/mini'
import { postId, webAddress } from './base'
import { type Call, call, numericId, pageLimit } from './call'

/** Other providers have no such call; the console then uses defaults. */
export const meta = z.object({
  /** X is the local stand-in. */
  sandbox: z.boolean(),
  /** X is real and the model provider is the local stand-in, so nothing that it writes is sent. */
  model_stand_in: z.optional(z.boolean()),
  sign_up_open: z.boolean(),
  /** A send may include the texts and accounts that the operator read. */
  takes_expected: z.optional(z.boolean()),
  /** Characters may have `thinking` and `learns_from_edits`. */
  takes_thinking: z.optional(z.boolean()),
  /** A post's address is `${x_post_base_url}/{username}/status/{id}`. */
  x_post_base_url: z.string().check(z.refine((text) => webAddress(text) !== undefined, 'must be a web address')),
  /** Only in the sandbox: one post that mentions the sample's media agents, and one that does not. */
  sample_posts: z.optional(z.object({ mention: postId, stranger: postId })),
})
export type Meta = z.infer<typeof meta>

/** How long a held send waits for Undo send. */
export const holdSeconds = 5

/** True for our server. Another provider promises nothing beyond the specified calls. */
export const isOurs = ({ takes_expected }: Meta): boolean => takes_expected === true

export const defaultMeta: Meta = { sandbox: false, sign_up_open: true, x_post_base_url: 'https://x.com' }

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

/** Never contains a secret. */
export const auditEntry = z.object({
  id: z.int(),
  at: z.string(),
  action: z.string(),
  subject: z.nullable(z.string()),
  detail: z.nullable(z.string()),
  /** Null for calls without a session and for older entries. */
  address: z.optional(z.nullable(z.string())),
  session: z.optional(z.nullable(z.int())),
})
export type AuditEntry = z.infer<typeof auditEntry>

/** A sign-in, or a change of who may sign in. `operator` is their email; null if nobody was signed in. */
export const accessEntry = z.object({ ...auditEntry.shape, operator: z.nullable(z.string()) })
export type AccessEntry = z.infer<typeof accessEntry>

export type TrailEntry = AuditEntry & Partial<Pick<AccessEntry, 'operator'>>

/**
 * Newest first. `before`: the id of the oldest known entry. A search reads a limited number of entries; then the header
 * `x-next-before` has the next `before`.
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
  /** Sign-ins and changes of operators, for administrators. Other providers have no such call. */
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
