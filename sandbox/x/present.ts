import extractMentionsWithIndices from 'twitter-text/dist/extractMentionsWithIndices.js'
import { userIdOf } from '../accounts-data'
import type { Fields } from './fields'
import type { Author, View } from './scene'

/** X shows the beginning of a longer post as its `text`, and the whole as its note. */
const longest = 280

/** A post in X's form, with the requested fields. */
export const presentPost = (view: View, fields: Fields) => {
  const isOld = fields.generation === 'tweet.fields'
  const { prefix, shown, note } = textsOf(view)
  const references = [
    ...(view.reposts ? [{ type: 'retweeted', id: view.reposts }] : []),
    ...(view.quotes ? [{ type: 'quoted', id: view.quotes }] : []),
    ...(view.inReplyTo ? [{ type: 'replied_to', id: view.inReplyTo }] : []),
  ]
  const part = (name: string, value: unknown) => (fields.has(name) && value !== undefined ? { [name]: value } : {})
  const renamed = (name: string, since: string, value: unknown) =>
    fields.has(name) && value !== undefined ? { [isOld ? name : since]: value } : {}
  return {
    id: view.id,
    text: escaped(shown),
    [isOld ? 'edit_history_tweet_ids' : 'edit_history_post_ids']: view.versions ?? [view.id],
    ...part('author_id', view.author.id),
    ...part('conversation_id', view.root),
    ...part('created_at', view.createdAt),
    ...part('display_text_range', [lengthOf(prefix), lengthOf(escaped(shown)) - lengthOf(ornamentsOf(view))]),
    ...part('entities', entitiesOf(shown, view)),
    ...part('in_reply_to_user_id', view.parent?.author.id),
    ...part('lang', view.lang ?? 'en'),
    ...part('possibly_sensitive', view.sensitive ?? false),
    ...part('reply_settings', view.replySettings ?? 'everyone'),
    ...part('attachments', attachmentsOf(view)),
    ...part('article', articleOf(view)),
    ...renamed(
      'note_tweet',
      'note_post',
      note === undefined ? undefined : { text: escaped(note), entities: entitiesOf(note, view) },
    ),
    ...renamed('referenced_tweets', 'referenced_posts', references.length > 0 ? references : undefined),
  }
}

/** @param related finds the referenced posts; undefined for a deleted one. */
export const presentIncludes = (
  views: readonly View[],
  fields: Fields,
  related: (id: string) => View | undefined,
): { includes?: object; errors?: object[] } => {
  const ids = fields.expands('referenced_tweets.id')
    ? views.flatMap(({ reposts, quotes, inReplyTo }) => [reposts, quotes, inReplyTo].flatMap((id) => id ?? []))
    : []
  const found = ids.flatMap((id) => related(id) ?? [])
  const missing = ids.filter((id) => related(id) === undefined)
  const users = [
    ...(fields.expands('author_id') ? views.map(({ author }) => author) : []),
    ...(fields.expands('in_reply_to_user_id') ? views.flatMap(({ parent }) => parent?.author ?? []) : []),
    ...(fields.expands('referenced_tweets.id.author_id') ? found.map(({ author }) => author) : []),
  ]
  const media = [
    ...(fields.expands('attachments.media_keys') ? views.flatMap(mediaOf) : []),
    ...(fields.expands('referenced_tweets.id.attachments.media_keys') ? found.flatMap(mediaOf) : []),
  ]
  const polls = fields.expands('attachments.poll_ids') ? views.flatMap(pollOf) : []
  const includes = {
    ...(users.length > 0 ? { users: unique(users) } : {}),
    ...(found.length > 0
      ? { [fields.generation === 'tweet.fields' ? 'tweets' : 'posts']: found.map((each) => presentPost(each, fields)) }
      : {}),
    ...(media.length > 0 ? { media } : {}),
    ...(polls.length > 0 ? { polls } : {}),
  }
  return {
    ...(Object.keys(includes).length > 0 ? { includes } : {}),
    ...(missing.length > 0 ? { errors: missing.map(notFoundError) } : {}),
  }
}

/** The post's text in X's answer without further fields. */
export const presentText = (view: View): string => escaped(textsOf(view).shown)

const textsOf = (view: View) => {
  const mention = view.parent === undefined ? '' : `@${view.parent.author.username} `
  const prefix = view.text.toLowerCase().startsWith(mention.toLowerCase()) ? '' : mention
  const whole = `${prefix}${shortened(view)}`
  const isLong = lengthOf(whole) > longest
  const ornaments = ornamentsOf(view)
  const shown = isLong ? `${[...whole].slice(0, longest - 1).join('')}…` : whole
  return { prefix, shown: `${shown}${ornaments}`, note: isLong ? whole : undefined }
}

/** Indices count code points. */
const lengthOf = (text: string): number => [...text].length

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const shortOf = (url: string, id: string, index: number) => ({
  url: `https://t.co/${id.slice(-6)}${index}`,
  expanded_url: url,
})

const linkEntities = ({ id, links = [] }: View) =>
  links.map(({ url, title }, index) => ({ ...shortOf(url, id, index), ...(title === undefined ? {} : { title }) }))

const shortened = (view: View): string =>
  linkEntities(view).reduce((text, { url, expanded_url }) => text.replaceAll(expanded_url, url), view.text)

/** The addresses that X appends for the parts below the text. */
const ornamentEntities = (view: View) => [
  ...(view.media ?? []).slice(0, 1).map(({ type }, index) => ({
    ...shortOf(
      `https://x.com/${view.username}/status/${view.id}/${type === 'photo' ? 'photo' : 'video'}/1`,
      view.id,
      50 + index,
    ),
    media_key: keyOf(view, 0, type),
  })),
  ...(view.quotes
    ? [shortOf(`https://x.com/${view.quoted?.author.username ?? 'i'}/status/${view.quotes}`, view.id, 60)]
    : []),
]

const ornamentsOf = (view: View): string =>
  ornamentEntities(view)
    .map(({ url }) => ` ${url}`)
    .join('')

/** X leaves the field out if there are none. */
const entitiesOf = (text: string, view: View) => {
  const mentions = extractMentionsWithIndices(text).map(({ screenName, indices: [start, end] }) => ({
    start: lengthOf(escaped(text.slice(0, start))),
    end: lengthOf(escaped(text.slice(0, end))),
    username: screenName,
    id: userIdOf(screenName),
  }))
  const urls = [...linkEntities(view), ...ornamentEntities(view)].flatMap((each) => {
    const at = text.indexOf(each.url)
    return at === -1
      ? []
      : [{ start: lengthOf(text.slice(0, at)), end: lengthOf(text.slice(0, at)) + each.url.length, ...each }]
  })
  if (mentions.length + urls.length === 0) return undefined
  return { ...(mentions.length > 0 ? { mentions } : {}), ...(urls.length > 0 ? { urls } : {}) }
}

const keyPrefixes = { photo: 3, video: 7, animated_gif: 16 }
const keyOf = ({ id }: View, index: number, type: keyof typeof keyPrefixes) => `${keyPrefixes[type]}_${id}${index}`

const attachmentsOf = (view: View) => {
  const { media = [], poll } = view
  if (media.length === 0 && poll === undefined) return undefined
  return {
    ...(media.length > 0 ? { media_keys: media.map(({ type }, index) => keyOf(view, index, type)) } : {}),
    ...(poll === undefined ? {} : { poll_ids: [view.id] }),
  }
}

const articleOf = ({ article }: View) =>
  article && { title: article.title, ...(article.text === undefined ? {} : { plain_text: article.text }) }

/** Without an address: there is no picture, and nobody is led from the sandbox to the real X. */
const mediaOf = (view: View) =>
  (view.media ?? []).map(({ type, alt }, index) => ({
    media_key: keyOf(view, index, type),
    type,
    ...(alt === undefined ? {} : { alt_text: alt }),
  }))

const pollOf = ({ id, poll }: View) =>
  poll === undefined
    ? []
    : [
        {
          id,
          voting_status: 'open',
          options: poll.map((label, index) => ({ position: index + 1, label, votes: 3 * index })),
        },
      ]

const notFoundError = (id: string) => ({
  resource_type: 'tweet',
  resource_id: id,
  value: id,
  parameter: 'referenced_tweets.id',
  section: 'includes',
  title: 'Not Found Error',
  detail: `Could not find tweet with referenced_tweets.id: [${id}].`,
  type: 'https://api.twitter.com/2/problems/resource-not-found',
})

const unique = (authors: Author[]) => [...new Map(authors.map((author) => [author.id, author])).values()]
