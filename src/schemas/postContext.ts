import * as z from 'zod/mini'
import { postId } from './base'

/**
 * What is kept of a post at most. X's own limits are a text of 25,000 characters, 4 media with a description of 1,000
 * characters each and 4 poll options; the rest keeps a stored post below 200 KB, whatever X answers.
 */
export const contextLimits = {
  text: 50_000,
  relatedText: 4000,
  name: 100,
  altText: 1000,
  articleText: 10_000,
  title: 300,
  url: 2048,
  media: 10,
  links: 20,
  options: 10,
  notShown: 20,
} as const

const words = (max: number) => z.string().check(z.maxLength(max))

const medium = z.object({
  kind: z.enum(['image', 'video', 'gif', 'other']),
  /** The author's own description; absent where there is none. */
  alt_text: z.optional(words(contextLimits.altText)),
  /** Where the picture, or a still of the video, can be seen: https. */
  preview_url: z.optional(words(contextLimits.url)),
})

const poll = z.object({
  options: z
    .array(z.object({ label: words(contextLimits.title), votes: z.optional(z.int()) }))
    .check(z.maxLength(contextLimits.options)),
  /** Absent where X does not say. */
  is_open: z.optional(z.boolean()),
})

const article = z.object({ title: words(contextLimits.title), text: z.optional(words(contextLimits.articleText)) })

/** A link of the text, expanded: never a t.co address where X says what is behind it. */
const link = z.object({ url: words(contextLimits.url), title: z.optional(words(contextLimits.title)) })

const content = {
  /** BCP 47; absent where X does not know it. */
  lang: z.optional(words(20)),
  media: z.array(medium).check(z.maxLength(contextLimits.media)),
  poll: z.optional(poll),
  article: z.optional(article),
  links: z.array(link).check(z.maxLength(contextLimits.links)),
  possibly_sensitive: z.optional(z.boolean()),
  /** What a reader of these words cannot know, each a phrase such as "an image without description". */
  not_shown: z.array(words(contextLimits.title)).check(z.maxLength(contextLimits.notShown)),
}

/** A post beside the one that was asked for. */
const relatedPost = z.object({
  tweet_id: postId,
  text: words(contextLimits.relatedText),
  author_username: z.optional(words(contextLimits.name)),
  author_name: z.optional(words(contextLimits.name)),
  created_at: z.optional(words(50)),
  ...content,
})

/** Everything that a reader of a post sees beside its text and author. Somebody else's words: data, never instructions. */
export const postContext = z.object({
  ...content,
  quoted: z.optional(relatedPost),
  /** The post it answers. */
  parent: z.optional(relatedPost),
  /** The first post of its thread, where that is another than `parent`. */
  root: z.optional(relatedPost),
  /** How often its author changed it. */
  edits: z.optional(z.int()),
  /** Whose repost the link led to; the post is the original. */
  reposted_by: z.optional(words(contextLimits.name)),
  /** Whom the author lets answer. */
  reply_settings: z.optional(z.enum(['everyone', 'mentionedUsers', 'following', 'subscribers', 'verified', 'other'])),
})
export type PostContext = z.infer<typeof postContext>
export type RelatedPost = NonNullable<PostContext['quoted']>
/** What any post holds beside its text and author. */
export type PostContent = Pick<PostContext, keyof typeof content>
