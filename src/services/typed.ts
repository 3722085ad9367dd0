import { createChanges } from './changes'

/** Unsaved form values may be secret, so they stay in memory, per operator. */
export interface Typed {
  get<T>(form: string): T | undefined
  set(form: string, values: unknown): void
  forget(form: string): void
  clear(): void
  /** Returns a function that stops watching. */
  watch(listener: () => void): () => void
}

export const createTyped = (operator: () => string): Typed => {
  const values = new Map<string, unknown>()
  const { tell, watch } = createChanges<void>()
  let owner = operator()
  /** The next operator finds nothing of an earlier one. */
  const own = () => {
    if (owner !== operator() || owner === '') values.clear()
    owner = operator()
    return values
  }
  return {
    get: <T>(form: string) => own().get(form) as T | undefined,
    set: (form, values) => {
      own().set(form, values)
      tell()
    },
    forget: (form) => {
      own().delete(form)
      tell()
    },
    clear: () => {
      values.clear()
      tell()
    },
    watch,
  }
}
