import { setImmediate as endOfTurn } from 'node:timers/promises'

interface Wave<T> {
  reading: Promise<T>
  /** The read that callers share who arrived during the current one. */
  next?: Promise<T>
}

/**
 * Runs one read at a time for each key. Callers that arrive during a read share the next one: it begins after their
 * call, so that it sees every earlier write.
 */
export const joinReads = <T>(read: (key: string) => Promise<T>): ((key: string) => Promise<T>) => {
  const waves = new Map<string, Wave<T>>()

  const begin = (key: string): Promise<T> => {
    const wave: Wave<T> = { reading: read(key) }
    waves.set(key, wave)
    const end = () => {
      if (waves.get(key) === wave && !wave.next) waves.delete(key)
    }
    wave.reading.then(end, end)
    return wave.reading
  }

  return (key) => {
    const wave = waves.get(key)
    if (!wave) return begin(key)
    const again = () => begin(key)
    wave.next ??= wave.reading.then(again, again)
    return wave.next
  }
}

/** Runs one read for all callers of one turn of the event loop, after the last call. */
export const readOncePerTurn = <T>(read: () => T): (() => Promise<T>) => {
  let reading: Promise<T> | undefined
  return () => {
    reading ??= endOfTurn().then(() => {
      reading = undefined
      return read()
    })
    return reading
  }
}
