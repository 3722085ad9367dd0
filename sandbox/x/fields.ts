/** X's older names of fields, and those since OpenAPI 2.167; both are on the wire in late 2026. */
export type Generation = 'tweet.fields' | 'post.fields'

const words = (text: string) => text.split(' ')

/** `tweet.fields` of OpenAPI 2.162. */
const tweetFields = words(
  'article attachments author_id card_uri community_id context_annotations conversation_id created_at display_text_range edit_controls edit_history_tweet_ids entities geo id in_reply_to_user_id lang matched_media_notes media_metadata note_tweet paid_partnership possibly_sensitive public_metrics referenced_tweets reply_settings scopes source text withheld',
)
const tweetExpansions = words(
  'author_id in_reply_to_user_id entities.mentions.username entities.note.mentions.username attachments.media_keys attachments.poll_ids attachments.media_source_tweet referenced_tweets.id referenced_tweets.id.author_id referenced_tweets.id.attachments.media_keys edit_history_tweet_ids geo.place_id article.cover_media article.media_entities',
)

/** OpenAPI 2.167 renamed these. */
const renamed = (name: string) =>
  name
    .replace('referenced_tweets.id', 'referenced_posts')
    .replace('note_tweet', 'note_post')
    .replace('referenced_tweets', 'referenced_posts')
    .replace('edit_history_tweet_ids', 'edit_history_post_ids')

const known = {
  'tweet.fields': { fields: tweetFields, expansions: tweetExpansions },
  'post.fields': { fields: tweetFields.map(renamed), expansions: tweetExpansions.map(renamed) },
}

/** The field lists of a request; a field or its expansion requests `references` and the like. */
export interface Fields {
  generation: Generation
  /** @param field under its older name, like that of `expands`. */
  has(field: string): boolean
  expands(path: string): boolean
  /** The first name that X would not know. */
  unknown: string | undefined
}

/** @param only the accepted generation, both if undefined; names of the other are ignored. */
export const readFields = (query: URLSearchParams, only: Generation | undefined): Fields => {
  const generation = only ?? (query.has('post.fields') ? 'post.fields' : 'tweet.fields')
  const fields = list(query.get(generation))
  const expansions = list(query.get('expansions'))
  const spoken = known[generation]
  const spokenName = generation === 'tweet.fields' ? (name: string) => name : renamed
  const implied = expansions.map((path) =>
    path.startsWith('attachments.') ? 'attachments' : path.replace(/\.id.*$/, ''),
  )
  return {
    generation,
    has: (field) => fields.includes(spokenName(field)) || implied.includes(spokenName(field)),
    expands: (path) => expansions.includes(spokenName(path)),
    unknown:
      fields.find((name) => !spoken.fields.includes(name)) ??
      expansions.find((name) => ![...tweetExpansions, ...known['post.fields'].expansions].includes(name)),
  }
}

const list = (value: string | null) => (value ?? '').split(',').filter((name) => name !== '')
