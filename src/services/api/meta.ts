import { isDecisive } from '../../schemas/base'
import { defaultMeta, isOurs, type Meta, meta } from '../../schemas/system'
import { createStored } from '../storage/stored'
import { type Api, ApiError, UnreadableAnswer } from './api'
import { metaKeyOf } from './apiBase'

export interface MetaReader {
  /** The first answer counts for the whole page. Rejects while there is none. */
  loadMeta(): Promise<Meta>
  /** The last known answer, otherwise the description of a plain provider. */
  lastMeta(): Meta
  /** At once if an answer is known. */
  isOurs(): boolean | Promise<boolean>
}

/** A provider that refuses the call, or answers another shape, is a plain one. */
export const createMetaReader = (api: Pick<Api, 'getMeta'>, storage: Storage, baseUrl: string): MetaReader => {
  const stored = createStored(storage, metaKeyOf(baseUrl), meta)
  let known = stored.read()
  let loading: Promise<Meta> | undefined

  const load = async (): Promise<Meta> => {
    known = await api.getMeta().catch((error: unknown) => {
      if (isPlain(error)) return defaultMeta
      loading = undefined
      throw error
    })
    stored.write(known)
    return known
  }
  const loadMeta = () => {
    loading ??= load()
    return loading
  }
  return {
    loadMeta,
    lastMeta: () => known ?? defaultMeta,
    isOurs: () => (known ? isOurs(known) : loadMeta().then(isOurs, () => false)),
  }
}

const isPlain = (error: unknown): boolean =>
  error instanceof UnreadableAnswer || (error instanceof ApiError && isDecisive(error.status))
