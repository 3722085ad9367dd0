import { setImmediate as endOfTurn } from 'node:timers/promises'

interface Wave<T> {
  reading: Promise<T>
  /** Of those who asked since it began. */
  next?: Promise<T>
}

/**
 * One read at a time for each key. Who asks while one is on its way waits for the next, which all who asked meanwhile
 * share: it begins after they asked, so that it sees all that was written before.
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

/** One read for all who ask in one turn of the event loop, once they have asked. */
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
