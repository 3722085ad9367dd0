import { useSelector } from '@xstate/react'
import type { SavedRepliesRef } from '../../machines/savedReplies/savedReplies'

/** What is saved, as far as it is known; `isAbsent` where the provider keeps none, or the character is gone. */
export const useSavedList = (flow: SavedRepliesRef) => {
  const list = useSelector(flow, ({ children }) => children.list)
  const items = useSelector(list, (snapshot) => snapshot?.context.data)
  return {
    items,
    isFailed: useSelector(list, (snapshot) => snapshot?.matches('failed') ?? false),
    isAbsent: useSelector(list, (snapshot) => snapshot?.matches('loaded') ?? false) && items === undefined,
    retry: () => flow.send({ type: 'list.reload' }),
  }
}
