import { useSelector } from '@xstate/react'
import { type ReactNode, useDeferredValue } from 'react'
import type { Identified, ResourceRef } from '../../machines/crud/resource'
import { FailedState, TableLoading } from '../ui'
import { useWarmUp } from '../ui/states/lazy'
import { StaleNote } from '../ui/states/StaleNote'
import { useFocusOnReturn } from './rowFocus'

export type ListViewProps<TItem extends Identified, TBody> = {
  resource: ResourceRef<TItem, TBody>
  /** Below the empty table. */
  empty?: ReactNode
  children: (items: TItem[]) => ReactNode
}

export const ListView = <TItem extends Identified, TBody>({
  resource,
  empty,
  children,
}: ListViewProps<TItem, TBody>) => {
  const { items, failed, hasProblem, retry } = useList(resource)
  /** The first rows are drawn in pieces when the browser has time. Later changes are drawn at once. */
  const isDue = useDeferredValue(items !== undefined)
  useFocusOnReturn(isDue)
  useWarmUp(isDue || failed)
  if (!items && hasProblem)
    return (
      <>
        {children([])}
        <FailedState underTable busy={!failed} onRetry={retry} />
      </>
    )
  if (!items || !isDue) return <TableLoading />
  return (
    <>
      {failed ? <StaleNote what="The list" onRetry={retry} /> : null}
      {children(items)}
      {items.length === 0 ? empty : null}
    </>
  )
}

export const useList = <TItem extends Identified, TBody>(resource: ResourceRef<TItem, TBody>) => {
  const list = useSelector(resource, ({ children }) => children.list)
  return {
    items: useSelector(list, (snapshot) => snapshot?.context.data),
    failed: useSelector(list, (snapshot) => snapshot?.matches('failed') ?? false),
    hasProblem: useSelector(list, (snapshot) => snapshot?.context.problem !== undefined),
    retry: () => resource.send({ type: 'list.reload' }),
  }
}
