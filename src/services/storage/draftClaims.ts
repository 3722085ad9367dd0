import * as z from 'zod/mini'
import { draftClaimsKey } from './storageKeys'
import { createOwnStored } from './stored'

const claims = z.object({ version: z.literal(1), ids: z.array(z.string()) })
/** More posts than a queue holds. */
const remembered = 1_000

export interface DraftClaims {
  /**
   * Runs `write` unless replies for this post were requested before, in any tab or visit; undefined if they were. A
   * request counts whatever its outcome, unless `isFree` returns true for its error.
   */
  once<T>(id: string, write: () => Promise<T>, isFree: (error: unknown) => boolean): Promise<T | undefined>
}

/** Remembers for which posts replies were generated early, because each request costs money. */
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
 * Returns undefined in all tabs except one. Insecure origins have no locks, and browsers without storage refuse them.
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
