import { mkdirSync, readFileSync, truncateSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'

const storedPost = z.object({
  id: z.string(),
  /** Username in lower case. */
  account: z.string(),
  author_id: z.string(),
  text: z.string(),
  in_reply_to: z.string().optional(),
  /** ISO 8601. */
  created_at: z.string(),
})
export type StoredPost = z.infer<typeof storedPost>

const line = z.union([z.object({ post: storedPost }), z.object({ deleted: z.string() })])
type Line = z.infer<typeof line>

export interface PostStore {
  /** Oldest first, without deleted ones. */
  all(): StoredPost[]
  find(id: string): StoredPost | undefined
  wasDeleted(id: string): boolean
  /** Newest first. */
  byAccount(account: string): StoredPost[]
  repliesTo(id: string): StoredPost[]
  /** Stores durably: the post survives any crash once the promise is fulfilled. */
  add(post: Omit<StoredPost, 'id' | 'created_at'>): Promise<StoredPost>
  delete(id: string): Promise<void>
  close(): Promise<void>
}

/**
 * Posts in memory and, with a file, in an append-only file of JSON lines.
 *
 * @throws Error if the file cannot be read or written, or a line other than a torn last one is malformed.
 */
export const openPostStore = async (file: string | undefined, now: () => number): Promise<PostStore> => {
  const posts = new Map<string, StoredPost>()
  const deleted = new Set<string>()
  const apply = (entry: Line) => {
    if ('post' in entry) posts.set(entry.post.id, entry.post)
    else if (posts.delete(entry.deleted)) deleted.add(entry.deleted)
  }
  const handle = file === undefined ? undefined : await openLog(file, apply)
  const nextId = snowflakes(now)
  let written: Promise<void> = Promise.resolve()

  const record = (entry: Line): Promise<void> => {
    const write = async () => {
      await handle?.appendFile(`${JSON.stringify(entry)}\n`)
      await handle?.datasync()
      apply(entry)
    }
    const result = written.then(write)
    written = result.catch(() => undefined)
    return result
  }

  return {
    all: () => [...posts.values()],
    find: (id) => posts.get(id),
    wasDeleted: (id) => deleted.has(id),
    byAccount: (account) => [...posts.values()].filter((post) => post.account === account).reverse(),
    repliesTo: (id) => [...posts.values()].filter((post) => post.in_reply_to === id),
    add: async (post) => {
      const { id, at } = nextId()
      const stored = { ...post, id, created_at: new Date(at).toISOString() }
      await record({ post: stored })
      return stored
    },
    delete: (id) => record({ deleted: id }),
    close: async () => {
      await written
      await handle?.close()
    },
  }
}

const openLog = async (file: string, apply: (entry: Line) => void): Promise<FileHandle> => {
  mkdirSync(dirname(file), { recursive: true })
  const handle = await open(file, 'a')
  const text = readFileSync(file, 'utf8')
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  if (whole.length < text.length) truncateSync(file, Buffer.byteLength(whole))
  for (const each of whole.split('\n')) if (each !== '') apply(line.parse(JSON.parse(each)))
  return handle
}

/** X's epoch: a post id has the milliseconds since then above its 22 lowest bits (X documentation, "X IDs"). */
const epoch = 1_288_834_974_657

/** The time of that id's post, in milliseconds since 1970; ids older than X's snowflakes give its epoch. */
export const timeOf = (id: string): number => Number(BigInt(id) >> 22n) + epoch

/** @param machine 0 to 511: distinguishes processes that create ids at the same time. */
export const snowflakes = (now: () => number, machine = 0) => {
  let last = 0
  let sequence = 0
  return () => {
    const time = Math.max(now(), last)
    sequence = time === last ? sequence + 1 : 0
    last = sequence > 4095 ? time + 1 : time
    if (sequence > 4095) sequence = 0
    return { id: idAt(last, machine, sequence), at: last }
  }
}

/** The id of a post made at that moment, in milliseconds since 1970. */
export const idAt = (at: number, machine: number, sequence: number): string =>
  ((BigInt(at - epoch) << 22n) | (BigInt(machine) << 12n) | BigInt(sequence)).toString()
