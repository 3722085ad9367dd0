import { createChanges } from './changes'

/** What was typed into forms and not yet saved. It may hold secrets: it lives in the page's memory alone, per operator. */
export interface Typed {
  /** As it was set: each form has a name of its own. */
  get<T>(form: string): T | undefined
  set(form: string, values: unknown): void
  forget(form: string): void
  /** Forgets all of it, since its operator has logged out. */
  clear(): void
  /** Hears that something was set or forgotten. Returns the function that stops it. */
  watch(listener: () => void): () => void
}

export const createTyped = (operator: () => string): Typed => {
  const kept = new Map<string, unknown>()
  const { tell, watch } = createChanges<void>()
  let owner = operator()
  /** Whoever signs in next finds nothing of somebody else's. */
  const own = () => {
    if (owner !== operator() || owner === '') kept.clear()
    owner = operator()
    return kept
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
      kept.clear()
      tell()
    },
    watch,
  }
}
