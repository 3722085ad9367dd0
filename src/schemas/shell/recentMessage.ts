import * as z from 'zod/mini'

/** A toast or an outcome of a task, for operators who missed it. */
export const recentMessage = z.object({
  id: z.string(),
  tone: z.enum(['success', 'error', 'plain']),
  text: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
  /** The page of the message&apos;s subject. */
  href: z.optional(z.string().check(z.startsWith('/admin/'))),
})
export type RecentMessage = z.infer<typeof recentMessage>

/** Per operator; newer messages replace older ones. */
export const mostMessages = 20
