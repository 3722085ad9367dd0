import * as z from 'zod/mini'

/** What a toast or a task said, kept for whoever missed it. */
export const recentMessage = z.object({
  id: z.string(),
  tone: z.enum(['success', 'error', 'plain']),
  text: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
  /** The page of the console that it is about. */
  href: z.optional(z.string().check(z.startsWith('/admin/'))),
})
export type RecentMessage = z.infer<typeof recentMessage>

/** Of an operator, the newest. */
export const messagesKept = 20
