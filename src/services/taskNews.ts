import { createChanges } from './changes'

/** Where the stream meets those who ask for tasks. */
export interface TaskNews {
  /** Whether a stream tells of changes: else they are to be asked for again and again. */
  isOpen(): boolean
  /** The stream is open, or not any more. */
  setOpen(isOpen: boolean): void
  /** Something changed. */
  tell(): void
  /** Calls back when it is time to ask, and when the stream was opened or lost. Returns the function that stops it. */
  watch(listener: () => void): () => void
}

export const createTaskNews = (): TaskNews => {
  const { tell, watch } = createChanges<void>()
  let isOpen = false
  return {
    isOpen: () => isOpen,
    setOpen: (next) => {
      if (isOpen === next) return
      isOpen = next
      tell()
    },
    tell: () => tell(),
    watch: (listener) => watch(listener),
  }
}
