import * as z from 'zod/mini'
import { postId } from '../base'

/**
 * X's limits are 25,000 characters of text, 4 media with 1,000 characters of description each, and 4 poll options. The
 * other limits keep a stored post below 200 KB, whatever X answers.
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
  alt_text: z.optional(words(contextLimits.altText)),
  /** An https address of the picture or of a still of the video. */
  preview_url: z.optional(words(contextLimits.url)),
})

const poll = z.object({
  options: z
    .array(z.object({ label: words(contextLimits.title), votes: z.optional(z.int()) }))
    .check(z.maxLength(contextLimits.options)),
  is_open: z.optional(z.boolean()),
})

const article = z.object({ title: words(contextLimits.title), text: z.optional(words(contextLimits.articleText)) })

/** Expanded: never a t.co address if X returns the target. */
const link = z.object({ url: words(contextLimits.url), title: z.optional(words(contextLimits.title)) })

const content = {
  /** BCP 47. */
  lang: z.optional(words(20)),
  media: z.array(medium).check(z.maxLength(contextLimits.media)),
  poll: z.optional(poll),
  article: z.optional(article),
  links: z.array(link).check(z.maxLength(contextLimits.links)),
  possibly_sensitive: z.optional(z.boolean()),
  /** Missing from the text, as phrases such as "an image without description". */
  not_shown: z.array(words(contextLimits.title)).check(z.maxLength(contextLimits.notShown)),
}

const relatedPost = z.object({
  tweet_id: postId,
  text: words(contextLimits.relatedText),
  author_username: z.optional(words(contextLimits.name)),
  author_name: z.optional(words(contextLimits.name)),
  created_at: z.optional(words(50)),
  ...content,
})

/** Written by others, so this is data and never an instruction. */
export const postContext = z.object({
  ...content,
  quoted: z.optional(relatedPost),
  parent: z.optional(relatedPost),
  /** The first post of the thread, if it is not `parent`. */
  root: z.optional(relatedPost),
  edits: z.optional(z.int()),
  /** The link led to a repost by this handle; the post is the original. */
  reposted_by: z.optional(words(contextLimits.name)),
  reply_settings: z.optional(z.enum(['everyone', 'mentionedUsers', 'following', 'subscribers', 'verified', 'other'])),
})
export type PostContext = z.infer<typeof postContext>
export type RelatedPost = NonNullable<PostContext['quoted']>
export type PostContent = Pick<PostContext, keyof typeof content>
