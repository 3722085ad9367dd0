import { contextLimits, type PostContext } from '../../src/schemas/composer/postContext'
import { audienceOf } from './audience'
import { authorOf, contextOf, isRepost, nameOf, referenceOf, shownOf } from './context'
import { OverBudget } from './ledger'
import { type ReadPost, XError } from './types'
import { displayFields, isAnswered, type Level, levels, type ReadAnswer } from './wire'
import * as xWords from './words'

type Read = (path: string, query: Record<string, string>) => Promise<ReadAnswer>

/** A repost of an edited post needs three readings; more than four form a circle. */
const mostHops = 4

/**
 * Reads a post for display: the original of a repost, the newest version of an edited post, and the first post of its
 * thread. If X or today's budget refuses a reading, fewer fields are requested. If a later reading fails, the post
 * remains as far as it was read.
 *
 * @throws XError of the first reading.
 */
export const readWhole = async (id: string, read: Read): Promise<ReadPost> => {
  const first = await readRichest(id, 'all', read)
  let { answer } = first
  const unread = [...first.unread]
  for (let hops = 1; hops < mostHops; hops += 1) {
    const original = referenceOf(answer.data, 'retweeted')
    if (original === undefined && isRepost(answer.data)) {
      answer = repostedIn(answer, answer.data.id)
      unread.push(xWords.repostedPost)
      break
    }
    const next = original ?? newerOf(answer)
    if (next === undefined) break
    const met = await readRichest(next, 'all', read).catch(asXError)
    if (met instanceof XError) {
      answer = original === undefined ? withOldText(answer) : repostedIn(answer, original)
      unread.push(`${original === undefined ? xWords.newestVersion : xWords.wholeRepost}${whyUnread(met)}`)
      break
    }
    answer = met.answer
    unread.push(...met.unread)
  }
  const root = await rootOf(answer, read)
  return whole(answer, root, repostedBy(first.answer), [...new Set(unread)])
}

const asXError = (error: unknown): XError => {
  if (error instanceof XError) return error
  throw error
}

const whyUnread = (error: XError): string =>
  error instanceof OverBudget ? xWords.budgetTooSmall : error.status === 404 ? xWords.gone : ''

/** The newest version may have more text and other mentions. */
const withOldText = (answer: ReadAnswer): ReadAnswer => ({ ...answer, data: { ...answer.data, isCut: true } })

/** The reposted post from the repost's answer: as far as X loaded it, or only its text. */
const repostedIn = (answer: ReadAnswer, id: string): ReadAnswer => {
  const shown = answer.includes.posts.find((each) => each.id === id && each.id !== answer.data.id)
  if (shown !== undefined) return { ...answer, data: shown }
  const { text, lang, possibly_sensitive } = answer.data
  const words = text.replace(/^RT @\w+:\s*/, '')
  const data = { id, text: words, note: undefined, isCut: true, references: [], versions: [], lang, possibly_sensitive }
  return { ...answer, data }
}

const newerOf = ({ data }: ReadAnswer): string | undefined => {
  const newest = data.versions.at(-1)
  return newest === data.id ? undefined : newest
}

const repostedBy = (answer: ReadAnswer): Pick<PostContext, 'reposted_by'> => {
  const author = isRepost(answer.data) ? authorOf(answer.data, answer) : undefined
  return author === undefined ? {} : { reposted_by: nameOf(author.username) }
}

/** The first post of the thread, unless it is the post itself or its parent. */
const rootOf = async (answer: ReadAnswer, read: Read): Promise<ReadAnswer | 'missing' | undefined> => {
  const { conversation_id, id } = answer.data
  const parent = referenceOf(answer.data, 'replied_to')
  if (conversation_id === undefined || parent === undefined || [id, parent].includes(conversation_id)) return undefined
  const met = await readRichest(conversation_id, 'author', read).catch(asXError)
  return met instanceof XError ? 'missing' : met.answer
}

interface Richest {
  answer: ReadAnswer
  /** Fields that were not requested. */
  unread: string[]
}

/** Reads as much as today's budget allows, in steps: each related post costs as much as the post. */
const readRichest = async (id: string, level: Level, read: Read): Promise<Richest> => {
  let over: unknown
  for (const each of levels.slice(levels.indexOf(level))) {
    try {
      const answer = await readByAnyNames(id, each, read)
      return { answer, unread: each === level ? [] : [xWords.peopleAndAttachments(xWords.budgetTooSmall)] }
    } catch (error) {
      if (!(error instanceof OverBudget)) throw error
      over = error
    }
  }
  throw over
}

/** X refuses a request with an unknown field (400), or ignores all names of the other generation. */
const readByAnyNames = async (id: string, level: Level, read: Read): Promise<ReadAnswer> => {
  let poor: ReadAnswer | undefined
  let refused: XError | undefined
  for (const fields of displayFields(level)) {
    const answer = await read(`tweets/${id}`, fields).catch(asXError)
    if (!(answer instanceof XError)) {
      if (isAnswered(answer.data)) return answer
      poor ??= answer
    } else {
      if (poor === undefined && answer.status !== 400) throw answer
      refused ??= answer
    }
  }
  if (poor !== undefined) return poor
  throw refused
}

const whole = (
  answer: ReadAnswer,
  root: ReadAnswer | 'missing' | undefined,
  repost: Pick<PostContext, 'reposted_by'>,
  unread: string[],
): ReadPost => {
  const context = contextOf(answer, root)
  return {
    ...shownOf(answer),
    context: { ...context, not_shown: [...unread, ...context.not_shown].slice(0, contextLimits.notShown), ...repost },
    audience: audienceOf(answer, root),
  }
}
