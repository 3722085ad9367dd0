import type { PostContent, PostContext, RelatedPost } from '../../../src/schemas/composer/postContext'
import { cleanText } from '../../cleanText'
import type { GenerateRequest } from '../types'

const longestPost = 8_000
const longestArticle = 4_000

/**
 * The parts of a post and of the posts around it for the prompt. Removes hidden characters, which older stored posts
 * may contain.
 */
export const shownPost = ({ text, authorUsername, authorName, context }: GenerateRequest['post']): object => ({
  author: cleanText(authorUsername),
  name: cleanText(authorName),
  text: cut(cleanText(text), longestPost),
  ...(context ? { ...content(context), ...around(context) } : {}),
})

/** The names of missing parts, as the reading of the post reported them. */
export const notShown = ({ context }: GenerateRequest['post']): string[] => context?.not_shown ?? []

const content = ({ lang, media, poll, article, links }: PostContent): object => ({
  ...(lang ? { language: lang } : {}),
  ...(media.length > 0
    ? { pictures: media.map(({ kind, alt_text }) => ({ kind, description: alt_text ?? 'none' })) }
    : {}),
  ...(poll ? { poll: poll.options.map(({ label }) => label) } : {}),
  ...(article ? { article: { title: article.title, text: cut(article.text ?? '', longestArticle) } } : {}),
  ...(links.length > 0 ? { links: links.map(({ url, title }) => title ?? url) } : {}),
})

const around = ({ quoted, parent, root }: PostContext): object => ({
  ...(quoted ? { quotes: related(quoted) } : {}),
  ...(parent ? { replies_to: related(parent) } : {}),
  ...(root ? { thread_starts_with: related(root) } : {}),
})

const related = (post: RelatedPost): object => ({
  ...(post.author_username ? { author: post.author_username } : {}),
  text: cut(cleanText(post.text), longestPost),
  ...content(post),
})

const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most)} (cut here)` : text)
