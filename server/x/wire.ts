import { z } from 'zod'

/** A field with an unexpected form does not make the rest of an answer unreadable. */
const lax = <T extends z.ZodType>(shape: T) => shape.optional().catch(undefined)

/** Ignores list members with an unexpected form. */
const listOf = <T extends z.ZodType>(shape: T) =>
  lax(
    z.array(z.unknown()).transform((items) =>
      items.flatMap((item): z.output<T>[] => {
        const parsed = shape.safeParse(item)
        return parsed.success ? [parsed.data] : []
      }),
    ),
  )

const id = z.string().regex(/^[0-9]{1,19}$/)
const word = z.string().min(1)
/** X's own names have at most 15 characters. Longer ones are not stored. */
const handle = word.max(100)
const moment = word.max(50)

const mention = z.looseObject({ start: z.int(), end: z.int(), username: handle, id: lax(id) })
const url = z.looseObject({
  url: word,
  expanded_url: lax(word),
  title: lax(word),
  media_key: lax(word),
})
const entities = z.looseObject({ mentions: listOf(mention), urls: listOf(url) })
const note = z.looseObject({ text: z.string(), entities: lax(entities) })
const reference = z.looseObject({ type: z.string(), id })

/**
 * X shortens the text of a post with more than 280 characters, adds an ellipsis and a link, and sends the whole as a
 * note.
 */
const isCutOff = (text: string): boolean =>
  text.length >= 250 && /(?:…|\.\.\.)(?:\s+https:\/\/t\.co\/\w+)?\s*$/.test(text)

/** X's API v2 post with both generations of names: `note_tweet` and, since OpenAPI 2.167, `note_post`. */
const post = z
  .looseObject({
    id,
    text: lax(z.string()),
    author_id: lax(id),
    conversation_id: lax(id),
    created_at: lax(moment),
    in_reply_to_user_id: lax(id),
    lang: lax(word),
    possibly_sensitive: lax(z.boolean()),
    reply_settings: lax(word),
    display_text_range: lax(z.tuple([z.int(), z.int()])),
    entities: lax(entities),
    note_tweet: lax(note),
    note_post: lax(note),
    referenced_tweets: listOf(reference),
    referenced_posts: listOf(reference),
    edit_history_tweet_ids: listOf(id),
    edit_history_post_ids: listOf(id),
    attachments: lax(z.looseObject({ media_keys: listOf(word), poll_ids: listOf(word) })),
    article: lax(z.looseObject({ title: lax(word), plain_text: lax(word), preview_text: lax(word) })),
  })
  .transform(({ text, note_tweet, note_post, referenced_tweets, referenced_posts, ...rest }) => {
    /** The whole text of a post with more than 280 characters. */
    const note = note_tweet ?? note_post
    return {
      ...rest,
      /** Empty if X did not load it. */
      text: text ?? '',
      note,
      /** Whether X loaded only the beginning of the text. */
      isCut: note === undefined && (text === undefined || isCutOff(text)),
      references: referenced_tweets ?? referenced_posts ?? [],
      versions: rest.edit_history_tweet_ids ?? rest.edit_history_post_ids ?? [],
    }
  })
export type WirePost = z.output<typeof post>

/** True if X knows the requested names of fields; X ignores names of another generation. */
export const isAnswered = ({ conversation_id, created_at, lang, reply_settings, references }: WirePost): boolean =>
  [conversation_id, created_at, lang, reply_settings, references[0]].some((each) => each !== undefined)

const user = z.looseObject({ id, username: handle, name: lax(word) })
const media = z.looseObject({
  media_key: word,
  type: z.string(),
  alt_text: lax(word),
  url: lax(word),
  preview_image_url: lax(word),
})
const poll = z.looseObject({
  id: word,
  options: listOf(z.looseObject({ label: z.string(), votes: lax(z.int()) })),
  voting_status: lax(word),
})
/** X's information about a missing part of its data. */
const partialError = z.looseObject({
  resource_id: lax(word),
  value: lax(word),
  type: lax(word),
  resource_type: lax(word),
  section: lax(word),
  parameter: lax(word),
})

/** True if X's error may be about a post that is missing in the list, not about a related post. */
const mayBeOfList = (
  { section, parameter = '', resource_type = 'tweet', resource_id = '', value = '' }: z.output<typeof partialError>,
  listed: WirePost[],
): boolean =>
  section !== 'includes' &&
  ['tweet', 'post'].includes(resource_type) &&
  !/^(?:referenced_|edit_history_|author_id|in_reply_to_|attachments|entities)/.test(parameter) &&
  !listed.some((each) => each.id === resource_id || each.id === value)

/** Related objects, in answers of readings and in events of X's stream. */
const includesShape = z.looseObject({
  users: listOf(user),
  tweets: listOf(post),
  posts: listOf(post),
  media: listOf(media),
  polls: listOf(poll),
})

const filled = (given: z.output<typeof includesShape> | undefined) =>
  given
    ? {
        users: given.users ?? [],
        posts: given.tweets ?? given.posts ?? [],
        media: given.media ?? [],
        polls: given.polls ?? [],
      }
    : empty

const empty = { users: [], posts: [], media: [], polls: [] }

/** The answer of `GET /2/tweets/{id}` as far as a reader needs it. Only the post's id and text are required. */
export const readAnswer = z
  .looseObject({
    data: post,
    includes: lax(includesShape),
    errors: listOf(partialError),
  })
  .transform(({ data, includes: given, errors }) => ({
    data,
    includes: filled(given),
    errors: errors ?? [],
  }))
export type ReadAnswer = z.output<typeof readAnswer>

/**
 * A page of a timeline or of mentions. `data` is missing if nothing is found. Members with an unexpected form are
 * ignored.
 */
export const pageAnswer = z
  .looseObject({
    data: lax(z.array(z.unknown())),
    includes: lax(includesShape),
    meta: lax(z.looseObject({ next_token: lax(word), oldest_id: lax(id), result_count: lax(z.int()) })),
    errors: listOf(partialError),
  })
  .refine(({ data, meta }) => data !== undefined || meta?.result_count === 0)
  .transform(({ data = [], includes: given, meta, errors = [] }) => {
    const posts = data.flatMap((each) => post.safeParse(each).data ?? [])
    const isWhole =
      meta !== undefined &&
      posts.length === data.length &&
      posts.length >= (meta.result_count ?? 0) &&
      !errors.some((each) => mayBeOfList(each, posts))
    return {
      posts: posts.map((each): ReadAnswer => ({ data: each, includes: filled(given), errors })),
      next: meta?.next_token,
      oldest: meta?.oldest_id,
      /** True if X returned every post of this page, and whether more pages exist. */
      isWhole,
      /** Whether there may be more pages. */
      hasMore: meta === undefined ? posts.length > 0 : meta.next_token !== undefined,
    }
  })
export type PageAnswer = z.output<typeof pageAnswer>

type Query = Record<string, string>

/** Related objects of a post, which all cost: related posts with all authors, only its author, or nothing. */
export const levels = ['all', 'author', 'bare'] as const
export type Level = (typeof levels)[number]

const others = { 'media.fields': 'alt_text,preview_image_url,type,url', 'poll.fields': 'options,voting_status' }
const ofOthers = ['attachments.media_keys', 'attachments.poll_ids']

/** The field lists of a reading for display, the richest first, each in both generations of names. */
export const displayFields = (level: Level): Query[] => {
  const person = level === 'bare' ? [] : ['author_id']
  const names: Query = level === 'bare' ? {} : { 'user.fields': 'name,username' }
  const expanding = (...paths: string[]): Query =>
    paths.length > 0 ? { expansions: paths.join(','), ...names } : names
  const related =
    level === 'all'
      ? [
          'in_reply_to_user_id',
          'referenced_tweets.id',
          'referenced_tweets.id.author_id',
          'referenced_tweets.id.attachments.media_keys',
        ]
      : []
  // If a request uses X's newer names of fields, X returns related posts only for expansions.
  const refersTo = level === 'bare' ? [] : ['referenced_posts']
  return [
    {
      'tweet.fields':
        'article,attachments,author_id,conversation_id,created_at,display_text_range,edit_history_tweet_ids,entities,in_reply_to_user_id,lang,note_tweet,possibly_sensitive,referenced_tweets,reply_settings',
      ...expanding(...person, ...ofOthers, ...related),
      ...others,
    },
    {
      'post.fields':
        'article,attachments,conversation_id,created_at,display_text_range,entities,lang,note_post,possibly_sensitive,reply_settings',
      ...expanding(...person, ...ofOthers, ...refersTo),
      ...others,
    },
    { 'tweet.fields': 'author_id,conversation_id,created_at,note_tweet,referenced_tweets', ...expanding(...person) },
    { 'post.fields': 'conversation_id,created_at,note_post', ...expanding(...person, ...refersTo) },
  ]
}
