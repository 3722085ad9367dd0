import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { PreparedAnswer } from './preparedAnswer'

/** Bytes and answers in total. The least recently used answer is dropped first. */
const capacity = 32 * 1024 * 1024
const mostAnswers = 4096

/** Bytes of an answer without its bodies, and of its keys. */
const overhead = 2048
const bytesPerLetter = 2

interface Entry {
  version: string
  answer: Promise<PreparedAnswer>
  made?: PreparedAnswer
}

/** Reads the next page of a list after the row `last`, which is 0 at the beginning. */
export type ReadPage<T> = (last: number) => Promise<T[]>

/**
 * Reads and validates each answer once per version. Every change of the data, by any process, changes its version in
 * the database, so nothing needs to be invalidated here.
 */
export const createPreparedAnswers = () => {
  const entries = new LRUCache<string, Entry>({
    max: mostAnswers,
    maxSize: capacity,
    sizeCalculation: ({ version, made }, key) =>
      overhead + bytesPerLetter * (key.length + version.length) + (made?.size ?? 0),
  })

  const make = (key: string, version: string, answer: Promise<PreparedAnswer>): Entry => {
    const isLast = () => entries.peek(key)?.answer === answer
    /** The cache reads an entry's size when it is set. */
    const count = (made: PreparedAnswer) => isLast() && entries.set(key, { version, answer, made })
    answer.then(
      (made) => {
        made.whenGrown(() => count(made))
        count(made)
      },
      () => isLast() && entries.delete(key),
    )
    const entry = { version, answer }
    entries.set(key, entry)
    return entry
  }

  return {
    /**
     * @param key of the answer.
     * @param version from before the answer is read, so that a change during the read has another version.
     * @param read makes the answer if this version is unknown or no longer valid.
     */
    get(key: string, version: string, read: () => Promise<PreparedAnswer>): Promise<PreparedAnswer> {
      const known = entries.get(key)
      const isTrue = known?.version === version && (known.made?.isTrueAt(Date.now()) ?? true)
      return (isTrue ? known : make(key, version, read())).answer
    },
  }
}

/** JSON of a list, one page at a time: other calls run in between, and the whole list is never in memory. */
export async function* listText<T extends { id: number }>(
  pageSize: number,
  readPage: ReadPage<T>,
  validate: (page: T[]) => unknown,
): AsyncGenerator<string> {
  let before = '['
  let last: number | undefined = 0
  while (last !== undefined) {
    const page: T[] = await readPage(last)
    if (page.length > 0) {
      yield before + JSON.stringify(validate(page)).slice(1, -1)
      before = ','
    }
    last = page.length < pageSize ? undefined : page.at(-1)?.id
    await nextTurn()
  }
  yield before === '[' ? '[]' : ']'
}
