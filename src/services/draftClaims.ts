import * as z from 'zod/mini'
import { draftClaimsKey } from './storageKeys'
import { createOwnStored } from './stored'

const claims = z.object({ version: z.literal(1), ids: z.array(z.string()) })
/** More than a queue holds: a post that comes back soon is known. */
const remembered = 1_000

export interface DraftClaims {
  /**
   * Runs `write` unless replies were asked for this post before, in whatever tab of this browser or visit; undefined where
   * they were. What was asked for stays so, whatever comes of it, unless `isFree` says of the error that nothing was charged.
   */
  once<T>(id: string, write: () => Promise<T>, isFree: (error: unknown) => boolean): Promise<T | undefined>
}

/** For which posts each operator had replies written before their turn: that costs, so it is done once for each. */
export const createDraftClaims = (storage: Storage, operator: () => string): DraftClaims => {
  const own = createOwnStored(storage, draftClaimsKey, operator, claims)
  const others = (id: string) => (own.read()?.ids ?? []).filter((each) => each !== id)
  const claim = (id: string) => own.write({ version: 1, ids: [...others(id), id].slice(-remembered) })
  const release = (id: string) => own.write({ version: 1, ids: others(id) })
  return {
    once: (id, write, isFree) =>
      alone(`${draftClaimsKey(operator())}.${id}`, async () => {
        if (own.read()?.ids.includes(id)) return undefined
        claim(id)
        try {
          return await write()
        } catch (error) {
          if (isFree(error)) release(id)
          throw error
        }
      }),
  }
}

/**
 * In one tab at a time: undefined in the others. Browsers know no locks where the page is not served from a secure origin, and
 * refuse them where they refuse storage.
 */
const alone = async <T>(name: string, run: () => Promise<T | undefined>): Promise<T | undefined> => {
  let isDecided = false
  try {
    if ('locks' in navigator)
      return await navigator.locks.request(name, { ifAvailable: true }, (lock) => {
        isDecided = true
        return lock ? run() : undefined
      })
  } catch (error) {
    if (isDecided) throw error
  }
  return run()
}
