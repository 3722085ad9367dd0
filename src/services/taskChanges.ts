import type { Task } from '../schemas/tasks'

/** Where those who change a task meet those who follow it. */
export interface TaskChanges {
  /** `task_id` is undefined where a provider does not say which task a send made, or where nobody waits for its end. */
  tell(task_id: Task['id'] | undefined): void
  /** Returns the function that stops it. */
  watch(listener: (task_id: Task['id'] | undefined) => void): () => void
}

export const createTaskChanges = (): TaskChanges => {
  const listeners = new Set<(task_id: Task['id'] | undefined) => void>()
  return {
    tell: (task_id) => {
      for (const listener of listeners) listener(task_id)
    },
    watch: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
