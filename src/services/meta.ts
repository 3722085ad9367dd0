import { defaultMeta, type Meta, meta } from '../schemas/system'
import { type Api, ApiError, UnreadableAnswer } from './api'
import { metaKey } from './lastMeta'
import { createStored } from './stored'

/**
 * Remembers the answer, so that the next page starts with it. Providers without this call get the defaults. After a
 * failure the last answer applies.
 */
export const createMetaReader = (api: Pick<Api, 'getMeta'>, storage: Storage) => {
  const stored = createStored(storage, metaKey, meta)
  const read = async (signal?: AbortSignal): Promise<Meta> => {
    try {
      return await api.getMeta(signal ? { signal } : {})
    } catch (error) {
      if (error instanceof UnreadableAnswer || (error instanceof ApiError && error.status === 404)) return defaultMeta
      throw error
    }
  }
  return {
    loadMeta: async (signal?: AbortSignal): Promise<Meta> => {
      const answer = await read(signal)
      stored.write(answer)
      return answer
    },
    lastMeta: (): Meta => stored.read() ?? defaultMeta,
  }
}
