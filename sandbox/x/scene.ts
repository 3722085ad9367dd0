import { z } from 'zod'

const postId = z.string().regex(/^\d{1,19}$/)
const username = z.string().regex(/^\w{1,20}$/)

/** A post of the sandbox as its author made it; what X makes of it (prefixes, entities, expansions) is `present.ts`. */
export const scene = z.strictObject({
  username,
  /** The display name; made from the username where it is left out. */
  name: z.string().optional(),
  /** As typed: without the mentions that X puts before a reply. */
  text: z.string(),
  inReplyTo: postId.optional(),
  quotes: postId.optional(),
  /** The post that this one reposts. */
  reposts: postId.optional(),
  replySettings: z.enum(['everyone', 'mentionedUsers', 'following', 'subscribers', 'verified', 'other']).optional(),
  media: z
    .array(z.strictObject({ type: z.enum(['photo', 'video', 'animated_gif']), alt: z.string().optional() }))
    .optional(),
  poll: z.array(z.string()).optional(),
  article: z.strictObject({ title: z.string(), text: z.string().optional() }).optional(),
  /** Their addresses stand in the text. */
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

/** A post with all that an answer may ask for. */
export interface View extends Scene {
  id: string
  author: Author
  /** ISO 8601. */
  createdAt: string
  /** The post it answers, where that is there. */
  parent?: { id: string; author: Author }
  /** The first post of its thread: itself where it answers nothing. */
  root: string
  /** Whose post it quotes, where that is there. */
  quoted?: { id: string; author: Author }
}
