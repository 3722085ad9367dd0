import * as z from 'zod/mini'
import { isDecisive } from '../../schemas/base'
import { ApiError } from '../api/api'
import type { SendKeys } from '../services'
import { sendsKey } from './storageKeys'
import { createStored } from './stored'

const openSends = z.array(z.object({ intent: z.string(), key: z.string() }))
const remembered = 20

/**
 * Idempotency keys of sends whose outcome is not known. A key lives until its send succeeds or is refused; the same
 * send is then a new intention.
 */
export const createSendKeys = (storage: Storage, createKey: () => string = randomKey): SendKeys => {
  const slot = createStored(storage, sendsKey, openSends)
  const others = (intent: string) => (slot.read() ?? []).filter((send) => send.intent !== intent)
  const open = (intent: string): string => {
    const key = slot.read()?.find((send) => send.intent === intent)?.key ?? createKey()
    slot.write([{ intent, key }, ...others(intent)].slice(0, remembered))
    return key
  }
  const close = (intent: string) => slot.write(others(intent))
  return {
    during: async (intent, attempt) => {
      try {
        const answer = await attempt(open(intent))
        close(intent)
        return answer
      } catch (error) {
        if (error instanceof ApiError && isDecisive(error.status)) close(intent)
        throw error
      }
    },
    clear: slot.remove,
  }
}

/** `crypto.randomUUID` is missing on pages served over plain http from another host. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
