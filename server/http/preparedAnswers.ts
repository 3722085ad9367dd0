import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { PreparedAnswer } from './preparedAnswer'

/** Bytes that are kept in all, and answers; what was asked for longest ago goes first. */
const capacity = 32 * 1024 * 1024
const mostAnswers = 4096

/** What an answer takes beside its bodies and the texts by which it is found. */
const overhead = 2048
const bytesPerLetter = 2

interface Kept {
  version: string
  answer: Promise<PreparedAnswer>
  /** Once it is made. */
  made?: PreparedAnswer
}

/** Reads the next page of a list, after the row `last` (0 at the beginning). */
export type ReadPage<T> = (last: number) => Promise<T[]>

/**
 * Answers that are each read and validated once per version. The database renews the version with each change, whichever
 * process makes it, so that nothing here has to be told.
 */
export const createPreparedAnswers = () => {
  const kept = new LRUCache<string, Kept>({
    max: mostAnswers,
    maxSize: capacity,
    sizeCalculation: ({ version, made }, key) =>
      overhead + bytesPerLetter * (key.length + version.length) + (made?.size ?? 0),
  })

  const make = (key: string, version: string, answer: Promise<PreparedAnswer>): Kept => {
    const isLast = () => kept.peek(key)?.answer === answer
    /** Counted anew: its size is asked for when it is put in. */
    const count = (made: PreparedAnswer) => isLast() && kept.set(key, { version, answer, made })
    answer.then(
      (made) => {
        made.whenGrown(() => count(made))
        count(made)
      },
      () => isLast() && kept.delete(key),
    )
    const entry = { version, answer }
    kept.set(key, entry)
    return entry
  }

  return {
    /**
     * @param key of the answer.
     * @param version as it was before the answer is read: a change meanwhile comes with a version of its own.
     * @param read makes the answer where this version is not known yet, or is not true any more.
     */
    get(key: string, version: string, read: () => Promise<PreparedAnswer>): Promise<PreparedAnswer> {
      const known = kept.get(key)
      const isTrue = known?.version === version && (known.made?.isTrueAt(Date.now()) ?? true)
      return (isTrue ? known : make(key, version, read())).answer
    },
  }
}

/** JSON of a list, a page at a time: other calls have their turn in between, and the whole is never in memory. */
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
