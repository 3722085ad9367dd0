import { defaultMeta, type Meta } from '../schemas/meta'
import { type Api, ApiError, UnreadableAnswer } from './api'

/** Reads what the server is; a provider that has no such call, or answers it otherwise, gets the defaults. */
export const createMetaLoader =
  (api: Pick<Api, 'getMeta'>) =>
  async (signal?: AbortSignal): Promise<Meta> => {
    try {
      return await api.getMeta(signal ? { signal } : {})
    } catch (error) {
      if (error instanceof ApiError || error instanceof UnreadableAnswer) return defaultMeta
      throw error
    }
  }
