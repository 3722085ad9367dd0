import { contextLimits, type PostContext } from '../../src/schemas/postContext'
import { cleanText } from '../cleanText'
import { authorOf, contextOf, referenceOf, textOf } from './context'
import { standingOf } from './standing'
import { type ReadPost, XError } from './types'
import { displayFields, type ReadAnswer } from './wire'

type Read = (path: string, query: Record<string, string>) => Promise<ReadAnswer>

/** A repost of a changed post is read three times; more hops than that are a circle. */
const mostHops = 4

/**
 * Reads a post for display: its original where it is a repost, its newest version where it was changed, and the first
 * post of its thread. Where X refuses a field it is asked for fewer.
 *
 * @throws XError of the post itself; the first post of a thread may stay away.
 */
export const readWhole = async (id: string, read: Read): Promise<ReadPost> => {
  const first = await readRichest(id, read)
  let answer = first
  for (let hops = 1; hops < mostHops; hops += 1) {
    const next = referenceOf(answer.data, 'retweeted') ?? newerOf(answer)
    if (next === undefined) break
    answer = await readRichest(next, read)
  }
  const root = await rootOf(answer, read)
  return whole(answer, root, repostedBy(first))
}

const newerOf = ({ data }: ReadAnswer): string | undefined => {
  const newest = data.versions.at(-1)
  return newest === data.id ? undefined : newest
}

const repostedBy = (answer: ReadAnswer): Pick<PostContext, 'reposted_by'> => {
  const author = referenceOf(answer.data, 'retweeted') === undefined ? undefined : authorOf(answer.data, answer)
  return author === undefined ? {} : { reposted_by: nameOf(author.username) }
}

/** The first post of its thread, where it is neither the post itself nor the one that it answers. */
const rootOf = async (answer: ReadAnswer, read: Read): Promise<ReadAnswer | 'missing' | undefined> => {
  const { conversation_id, id } = answer.data
  const parent = referenceOf(answer.data, 'replied_to')
  if (conversation_id === undefined || parent === undefined || [id, parent].includes(conversation_id)) return undefined
  return readRichest(conversation_id, read).catch((error: unknown) => {
    if (error instanceof XError) return 'missing'
    throw error
  })
}

/** X refuses a whole request for a field that it does not know (400), or passes over all names of the other generation. */
const readRichest = async (id: string, read: Read): Promise<ReadAnswer> => {
  let poor: ReadAnswer | undefined
  let refused: unknown
  for (const fields of displayFields) {
    try {
      const answer = await read(`tweets/${id}`, fields)
      // The author comes by expansion as well, the time of a post by these names alone.
      if (answer.data.created_at !== undefined) return answer
      poor ??= answer
    } catch (error) {
      if (!(error instanceof XError) || error.status !== 400) throw error
      refused ??= error
    }
  }
  if (poor !== undefined) return poor
  throw refused
}

const whole = (
  answer: ReadAnswer,
  root: ReadAnswer | 'missing' | undefined,
  repost: Pick<PostContext, 'reposted_by'>,
): ReadPost => {
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
    context: { ...contextOf(answer, root), ...repost },
    standing: standingOf(answer, root),
  }
}

const nameOf = (name: string): string => cleanText(name.slice(0, contextLimits.name))
