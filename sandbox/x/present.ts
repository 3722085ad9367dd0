import extractMentionsWithIndices from 'twitter-text/dist/extractMentionsWithIndices.js'
import { userIdOf } from '../accounts-data'

/** A post with all that an answer may ask for. */
export interface View {
  id: string
  text: string
  author: { id: string; username: string; name: string }
  /** ISO 8601. */
  createdAt: string
  inReplyTo?: { id: string; author: { id: string; username: string; name: string } }
}

const optionalFields = [
  'author_id',
  'conversation_id',
  'created_at',
  'entities',
  'in_reply_to_user_id',
  'lang',
] as const
const references = { 'tweet.fields': 'referenced_tweets', 'post.fields': 'referenced_posts' } as const
const history = { 'tweet.fields': 'edit_history_tweet_ids', 'post.fields': 'edit_history_post_ids' } as const

/** X knows more fields than the stand-in has values for; those are accepted and left out of the answer, as X does. */
const otherFields = ['attachments', 'note_tweet', 'note_post', 'public_metrics', 'reply_settings', 'source']

export type Generation = keyof typeof references

/**
 * The field lists of a request, under the older names (`tweet.fields`) or those since OpenAPI 2.167 (`post.fields`).
 *
 * @param only the generation that is spoken, both where it is undefined; names of the other are passed over in silence.
 */
export const readFields = (query: URLSearchParams, only: Generation | undefined) => {
  const generation = only ?? (query.has('post.fields') ? 'post.fields' : 'tweet.fields')
  const expansions = list(query.get('expansions'))
  const byExpansion = [
    ...['author_id', 'in_reply_to_user_id'].filter((name) => expansions.includes(name)),
    ...(expansions.some((name) => name.replace(/\.id$/, '') === references[generation])
      ? [references[generation]]
      : []),
  ]
  return {
    generation,
    post: [...list(query.get(generation)), ...byExpansion],
    withAuthor: expansions.includes('author_id'),
    withReplied: expansions.includes('in_reply_to_user_id'),
  } as const
}
export type Fields = ReturnType<typeof readFields>

/** The first field that X would not know; undefined where all are known. */
export const unknownField = ({ generation, post }: Fields): string | undefined =>
  post.find(
    (name) =>
      !['id', 'text', references[generation], history[generation], ...optionalFields, ...otherFields].includes(name),
  )

export const presentPost = (view: View, { generation, post: fields }: Fields) => {
  const asked = (name: string) => fields.includes(name)
  return {
    id: view.id,
    text: presentText(view),
    [history[generation]]: [view.id],
    ...(asked('author_id') ? { author_id: view.author.id } : {}),
    ...(asked('conversation_id') ? { conversation_id: view.inReplyTo?.id ?? view.id } : {}),
    ...(asked('created_at') ? { created_at: view.createdAt } : {}),
    ...(asked('entities') ? entitiesOf(view) : {}),
    ...(asked('lang') ? { lang: 'en' } : {}),
    ...(asked('in_reply_to_user_id') && view.inReplyTo ? { in_reply_to_user_id: view.inReplyTo.author.id } : {}),
    ...(asked(references[generation]) && view.inReplyTo
      ? { [references[generation]]: [{ type: 'replied_to', id: view.inReplyTo.id }] }
      : {}),
  }
}

/** Absent where there are none, as X has it. */
const entitiesOf = (view: View) => {
  const mentions = extractMentionsWithIndices(wholeText(view)).map(({ screenName, indices: [start, end] }) => ({
    start,
    end,
    username: screenName,
    id: userIdOf(screenName),
  }))
  return mentions.length > 0 ? { entities: { mentions } } : {}
}

export const presentIncludes = (views: readonly View[], { withAuthor, withReplied }: Fields) => {
  const users = views.flatMap(({ author, inReplyTo }) => [
    ...(withAuthor ? [author] : []),
    ...(withReplied && inReplyTo ? [inReplyTo.author] : []),
  ])
  const known = new Map(users.map((user) => [user.id, user]))
  return known.size > 0 ? { includes: { users: [...known.values()] } } : {}
}

/** As X gives it back: the answered author's @mention in front of a reply, and `&`, `<`, `>` as entities. */
export const presentText = (view: View): string =>
  wholeText(view).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const wholeText = ({ text, inReplyTo }: View): string => {
  const mention = inReplyTo === undefined ? '' : `@${inReplyTo.author.username} `
  return text.toLowerCase().startsWith(mention.toLowerCase()) ? text : `${mention}${text}`
}

const list = (value: string | null) => (value ?? '').split(',').filter((name) => name !== '')
