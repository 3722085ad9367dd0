import {
  contextLimits as limits,
  type PostContent,
  type PostContext,
  type RelatedPost,
} from '../../src/schemas/composer/postContext'
import { cleanText } from '../cleanText'
import { invisibleIn } from '../models/draftChecks/invisible'
import { withoutEntities } from './text'
import type { ReadAnswer, WirePost } from './wire'
import * as xWords from './words'

/** The author's text as readers see it: complete, without X's leading @mentions, with full links. */
export const textOf = (post: WirePost): string => {
  const [start] = post.display_text_range ?? [0]
  const prefix = [...post.text].slice(0, start).join('')
  const whole = post.note?.text ?? post.text
  const own = withoutEntities(whole.startsWith(prefix) ? whole.slice(prefix.length) : whole)
  return words(
    urlsOf(post).reduce((text, each) => text.replaceAll(each.url, isOrnament(each, post) ? '' : targetOf(each)), own),
    limits.text,
  )
}

/**
 * Reads everything except the post's text and author.
 *
 * @param root the first post of the thread: its answer, `missing` if X does not show it, undefined if it is the post
 * itself or its parent.
 */
export const contextOf = (answer: ReadAnswer, root: ReadAnswer | 'missing' | undefined): PostContext => {
  const { data } = answer
  const own = contentOf(data, answer)
  const quoted = relatedOf(answer, 'quoted')
  const parent = relatedOf(answer, 'replied_to')
  const missing = [
    ...(usernameOf(data, answer) === undefined ? [xWords.whoWrote] : []),
    ...(quoted === 'missing' ? [xWords.quotedPost(whyMissing(answer, 'quoted'))] : []),
    ...(data.isCut ? [data.text === '' ? xWords.wholeText : xWords.restOfText] : []),
    ...(repliedTo(data) === undefined ? [xWords.whetherReply] : []),
    ...(parent === 'missing' ? [xWords.answeredPost(whyMissing(answer, 'replied_to'))] : []),
    ...(root === 'missing' ? [xWords.threadStart] : []),
  ]
  const settings = replySettingsOf(data)
  return {
    ...own,
    not_shown: [...missing, ...own.not_shown].slice(0, limits.notShown),
    ...(quoted === undefined || quoted === 'missing' ? {} : { quoted }),
    ...(parent === undefined || parent === 'missing' ? {} : { parent }),
    ...(root === undefined || root === 'missing' ? {} : { root: shown(root.data, root) }),
    ...(data.versions.length > 1 ? { edits: data.versions.length - 1 } : {}),
    ...(settings === undefined ? {} : { reply_settings: settings }),
  }
}

export const referenceOf = (post: WirePost, type: 'quoted' | 'replied_to' | 'retweeted'): string | undefined =>
  post.references.find((each) => each.type === type)?.id

/** @returns the post that it replies to; null if it is surely no reply, undefined if X did not load that. */
export const repliedTo = (post: WirePost): string | null | undefined => {
  const target = referenceOf(post, 'replied_to')
  if (target !== undefined) return target
  return post.conversation_id === post.id || referenceOf(post, 'retweeted') !== undefined ? null : undefined
}

/** X begins the text of a repost like this. X may not have loaded the reposted post. */
export const isRepost = (post: WirePost): boolean =>
  referenceOf(post, 'retweeted') !== undefined || (post.references.length === 0 && /^RT @\w+:/.test(post.text))

export const authorOf = (post: WirePost, { includes }: Pick<ReadAnswer, 'includes'>) =>
  includes.users.find(({ id }) => id === post.author_id)

export const nameOf = (name: string): string => cleanText(name.slice(0, limits.name))

/** The parts of a post that the product shows everywhere; only the parts that X sent. */
export const shownOf = (answer: ReadAnswer) => {
  const { data } = answer
  const author = authorOf(data, answer)
  return {
    id: data.id,
    text: textOf(data),
    ...(data.author_id === undefined ? {} : { authorId: data.author_id }),
    ...(author === undefined
      ? {}
      : { authorUsername: nameOf(author.username), authorName: nameOf(author.name ?? author.username) }),
    ...(data.created_at === undefined ? {} : { createdAt: data.created_at }),
  }
}

const usernameOf = (post: WirePost, answer: ReadAnswer) => authorOf(post, answer)?.username

const settingNames: Record<string, NonNullable<PostContext['reply_settings']>> = {
  everyone: 'everyone',
  mentionedusers: 'mentionedUsers',
  following: 'following',
  followers: 'following',
  subscribers: 'subscribers',
  verified: 'verified',
}

/** X's documentation writes `mentioned_users` and `followers`, its OpenAPI 2.162 `mentionedUsers` and `following`. */
export const replySettingsOf = ({ reply_settings }: WirePost): PostContext['reply_settings'] =>
  reply_settings === undefined ? undefined : (settingNames[reply_settings.replaceAll('_', '').toLowerCase()] ?? 'other')

const relatedOf = (answer: ReadAnswer, type: 'quoted' | 'replied_to'): RelatedPost | 'missing' | undefined => {
  const id = referenceOf(answer.data, type)
  if (id === undefined) return undefined
  const post = answer.includes.posts.find((each) => each.id === id)
  return post === undefined ? 'missing' : shown(post, answer)
}

const whyMissing = ({ data, errors }: ReadAnswer, type: 'quoted' | 'replied_to'): string => {
  const id = referenceOf(data, type)
  const said = errors.find(({ resource_id, value }) => resource_id === id || value === id)?.type ?? ''
  if (said.includes('not-authorized')) return xWords.notVisible
  return said.includes('not-found') ? xWords.gone : ''
}

const shown = (post: WirePost, answer: ReadAnswer): RelatedPost => {
  const author = authorOf(post, answer)
  const content = contentOf(post, answer)
  const text = textOf(post)
  const missing = [
    ...(author === undefined ? [xWords.whoWrote] : []),
    ...(text === '' && post.isCut ? [xWords.wholeText] : []),
    ...(text.length > limits.relatedText || (text !== '' && post.isCut) ? [xWords.restOfPost] : []),
    ...(referenceOf(post, 'quoted') === undefined ? [] : [xWords.quotedByPost]),
  ]
  return {
    tweet_id: post.id,
    text: words(text, limits.relatedText),
    ...(author === undefined ? {} : { author_username: cleanText(author.username) }),
    ...(author?.name === undefined ? {} : { author_name: words(author.name, limits.name) }),
    ...(post.created_at === undefined ? {} : { created_at: cleanText(post.created_at) }),
    ...content,
    not_shown: [...missing, ...content.not_shown].slice(0, limits.notShown),
  }
}

/** The text is shown without them: hidden characters can give a model instructions that no person sees. */
const hiddenIn = (text: string): string[] => {
  const named = invisibleIn(text)
  return named === undefined ? [] : [xWords.hiddenInText(named)]
}

const contentOf = (post: WirePost, { includes }: ReadAnswer): PostContent => {
  const keys = post.attachments?.media_keys ?? []
  const media = keys.flatMap((key) => includes.media.filter((each) => each.media_key === key))
  const polls = post.attachments?.poll_ids ?? []
  const poll = includes.polls.find(({ id }) => polls.includes(id))
  const article = articleOf(post)
  const links = linksOf(post)
  const mediaShown = media.slice(0, limits.media).map(mediumOf)
  return {
    ...(post.lang === undefined || post.lang === 'und' ? {} : { lang: words(post.lang, 20) }),
    media: mediaShown,
    ...(poll === undefined ? {} : { poll: pollOf(poll) }),
    ...(article === undefined ? {} : { article }),
    links: links.slice(0, limits.links),
    ...(post.possibly_sensitive === undefined ? {} : { possibly_sensitive: post.possibly_sensitive }),
    not_shown: [
      ...hiddenIn(post.note?.text ?? post.text),
      ...undescribed(mediaShown),
      ...(media.length < keys.length ? [xWords.attachment] : []),
      ...(poll === undefined && polls.length > 0 ? [xWords.poll] : []),
      ...(article !== undefined && article.text === undefined ? [xWords.articleText] : []),
      ...(mediaShown.length < media.length || links.length > limits.links ? [xWords.moreAttachments] : []),
    ],
  }
}

type WireMedia = ReadAnswer['includes']['media'][number]
type Medium = PostContent['media'][number]

const kinds: Record<string, Medium['kind']> = { photo: 'image', video: 'video', animated_gif: 'gif' }

const mediumOf = ({ type, alt_text, url, preview_image_url }: WireMedia): Medium => {
  const preview = [url, preview_image_url].find((each) => each !== undefined && isLink(each, 'https:'))
  return {
    kind: kinds[type] ?? 'other',
    ...(alt_text === undefined ? {} : { alt_text: words(withoutEntities(alt_text), limits.altText) }),
    ...(preview === undefined ? {} : { preview_url: preview }),
  }
}

const kindNames: Record<Medium['kind'], string> = {
  image: 'image',
  video: 'video',
  gif: 'moving picture',
  other: 'attachment',
}

/** "an image without description", "2 videos without description" */
const undescribed = (media: Medium[]): string[] =>
  Object.entries(kindNames).flatMap(([kind, name]) => {
    const count = media.filter((each) => each.kind === kind && !each.alt_text).length
    if (count === 0) return []
    const article = /^[aeiou]/.test(name) ? 'an' : 'a'
    return [`${count === 1 ? `${article} ${name}` : `${count} ${name}s`} without description`]
  })

const pollOf = ({ options = [], voting_status }: ReadAnswer['includes']['polls'][number]): PostContent['poll'] => ({
  options: options.slice(0, limits.options).map(({ label, votes }) => ({
    label: words(withoutEntities(label), limits.title),
    ...(votes === undefined ? {} : { votes }),
  })),
  ...(voting_status === undefined ? {} : { is_open: voting_status === 'open' }),
})

const articleOf = ({ article }: WirePost): PostContent['article'] => {
  if (article?.title === undefined) return undefined
  const text = article.plain_text ?? article.preview_text
  return {
    title: words(article.title, limits.title),
    ...(text === undefined ? {} : { text: words(text, limits.articleText) }),
  }
}

type WireUrl = NonNullable<NonNullable<WirePost['entities']>['urls']>[number]

const urlsOf = ({ entities, note }: WirePost): WireUrl[] => [...(note?.entities?.urls ?? []), ...(entities?.urls ?? [])]

const targetOf = ({ url, expanded_url }: WireUrl): string => expanded_url ?? url

/** True if X added the address for media, a quoted post or an article, which it shows below the text. */
const isOrnament = (url: WireUrl, post: WirePost): boolean => {
  const quoted = referenceOf(post, 'quoted')
  const target = targetOf(url)
  return (
    url.media_key !== undefined ||
    /\/status\/\d+\/(?:photo|video)\/\d+$/.test(target) ||
    (quoted !== undefined && target.endsWith(`/status/${quoted}`)) ||
    (post.article !== undefined && /\/i\/article\/\d+$/.test(target))
  )
}

const linksOf = (post: WirePost): PostContent['links'] => {
  const found = urlsOf(post).filter((each) => !isOrnament(each, post) && isLink(targetOf(each), 'https:', 'http:'))
  const titles = new Map(found.map((each) => [targetOf(each), each.title]))
  return [...titles].map(([url, title]) => ({
    url,
    ...(title === undefined ? {} : { title: words(title, limits.title) }),
  }))
}

const isLink = (text: string, ...schemes: string[]): boolean =>
  text.length <= limits.url && URL.canParse(text) && schemes.includes(new URL(text).protocol)

/** Shortened before cleaning, because shortening may split a surrogate pair. */
const words = (text: string, max: number): string => cleanText(text.slice(0, max))
