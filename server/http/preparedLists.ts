import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { compress } from './compression'
import { PreparedAnswer } from './preparedAnswer'

/** Bytes that are kept in all; what was asked for longest ago goes first. */
const capacity = 32 * 1024 * 1024

interface Kept {
  version: string
  answer: Promise<PreparedAnswer>
  /** Once it is made. */
  made?: PreparedAnswer
}

/** Reads the next page of a list, after the row `last` (0 at the beginning). */
export type ReadPage<T> = (last: number) => Promise<T[]>

/**
 * Whole lists, each read and validated once per version. The database renews the version with each change, whichever
 * process makes it, so that nothing here has to be told.
 */
export const createPreparedLists = () => {
  const kept = new LRUCache<string, Kept>({ maxSize: capacity, sizeCalculation: ({ made }) => made?.size ?? 1 })

  const read = (key: string, version: string, pieces: AsyncIterable<string>): Kept => {
    const answer = compress(pieces).then((body) => new PreparedAnswer(version, body))
    const isLast = () => kept.peek(key)?.answer === answer
    answer.then(
      (made) => isLast() && kept.set(key, { version, answer, made }),
      () => isLast() && kept.delete(key),
    )
    return { version, answer }
  }

  return {
    /**
     * @param key of the list.
     * @param version as it was before the list is read: a change meanwhile comes with a version of its own.
     * @param text makes the list's JSON where this version is not known yet.
     */
    get(key: string, version: string, text: () => AsyncIterable<string>): Promise<PreparedAnswer> {
      const known = kept.get(key)
      const entry = known?.version === version ? known : read(key, version, text())
      // Another object, so that it is measured again: an answer grows when somebody takes another encoding.
      kept.set(key, { ...entry })
      return entry.answer
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
