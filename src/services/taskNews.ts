import { createChanges } from './changes'

/** Where the stream meets those who ask for tasks. */
export interface TaskNews {
  /** Whether a stream tells of changes: else they are to be asked for again and again. */
  isOpen(): boolean
  /** A stream is open, which is news too, or is not any more: then who waits asks by himself before long. */
  setOpen(isOpen: boolean): void
  /** Something changed. */
  tell(): void
  /** Calls back when it is time to ask. Returns the function that stops it. */
  watch(listener: () => void): () => void
}

export const createTaskNews = (): TaskNews => {
  const { tell, watch } = createChanges<void>()
  let isOpen = false
  return {
    isOpen: () => isOpen,
    setOpen: (next) => {
      isOpen = next
      if (isOpen) tell()
    },
    tell: () => tell(),
    watch: (listener) => watch(listener),
  }
}
