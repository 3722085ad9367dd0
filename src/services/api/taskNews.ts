import { createChanges } from '../changes'

export interface TaskUpdates {
  /** True while a stream reports changes. Otherwise tasks must be polled. */
  isOpen(): boolean
  /** Opening the stream counts as an update, because changes may have been missed. */
  setOpen(isOpen: boolean): void
  notify(): void
  /** Returns a function that stops the calls. */
  watch(listener: () => void): () => void
}

export const createTaskUpdates = (): TaskUpdates => {
  const { tell, watch } = createChanges<void>()
  let isOpen = false
  return {
    isOpen: () => isOpen,
    setOpen: (next) => {
      isOpen = next
      if (isOpen) tell()
    },
    notify: () => tell(),
    watch: (listener) => watch(listener),
  }
}
