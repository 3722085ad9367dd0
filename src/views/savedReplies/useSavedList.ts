import { useSelector } from '@xstate/react'
import type { SavedRepliesRef } from '../../machines/savedReplies/savedReplies'

/** `isAbsent`: the provider has no saved replies, or the character was deleted. */
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
