import { z } from 'zod'

const postId = z.string().regex(/^\d{1,19}$/)
const username = z.string().regex(/^\w{1,20}$/)

/** A post of the sandbox in its author's form; `present.ts` adds X's prefixes, entities and expansions. */
export const scene = z.strictObject({
  username,
  /** The display name; made from the username by default. */
  name: z.string().optional(),
  /** As typed: without the mentions that X puts before a reply. */
  text: z.string(),
  inReplyTo: postId.optional(),
  quotes: postId.optional(),
  reposts: postId.optional(),
  replySettings: z.enum(['everyone', 'mentionedUsers', 'following', 'subscribers', 'verified', 'other']).optional(),
  media: z
    .array(z.strictObject({ type: z.enum(['photo', 'video', 'animated_gif']), alt: z.string().optional() }))
    .optional(),
  poll: z.array(z.string()).optional(),
  article: z.strictObject({ title: z.string(), text: z.string().optional() }).optional(),
  /** The text contains the addresses of these links. */
  links: z.array(z.strictObject({ url: z.string(), title: z.string().optional() })).optional(),
  lang: z.string().optional(),
  sensitive: z.boolean().optional(),
  /** Ids of its versions, oldest first. */
  versions: z.array(postId).optional(),
})
export type Scene = z.infer<typeof scene>

export interface Author {
  id: string
  username: string
  name: string
}

export interface View extends Scene {
  id: string
  author: Author
  /** ISO 8601. */
  createdAt: string
  /** The post it answers, if that exists. */
  parent?: { id: string; author: Author }
  /** The first post of its thread: itself if it answers nothing. */
  root: string
  /** The author of the quoted post, if that exists. */
  quoted?: { id: string; author: Author }
}
