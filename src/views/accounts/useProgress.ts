import { useSelector } from '@xstate/react'
import type { OneByOneRef, ResultOf } from '../../machines/crud/oneByOne'

/** The results so far, or `results` after the work. */
export const useProgress = <TItem extends object, TTask>(
  work: OneByOneRef<TItem, TTask> | undefined,
  results: readonly ResultOf<TItem>[],
) => {
  const running = useSelector(work, (snapshot) => snapshot)
  return {
    results: running?.context.results ?? results,
    isStopping: running?.matches({ working: 'stopping' }) ?? false,
  }
}
