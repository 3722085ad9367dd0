import { useEffect, useLayoutEffect, useRef } from 'react'
import type { DeletionSettled, Identified } from '../../machines/crud/resource'
import type { RecordId } from '../../schemas/base'
import { pageHeading } from '../ui/tables/pageHeading'

export const editId = (id: RecordId) => `edit-${id}`
export const deleteId = (id: RecordId) => `delete-${id}`
export const selectId = 'select'

interface Deleting {
  on(type: 'deletion.settled', handler: (event: DeletionSettled) => void): { unsubscribe(): void }
}

/** If a deleted row had the focus, the next row's Delete takes it, or the page's heading. */
export const useFocusAfterDelete = (list: Deleting, items: readonly Identified[] | undefined): void => {
  const settled = useRef<DeletionSettled>(null)
  useLayoutEffect(() => {
    const subscription = list.on('deletion.settled', (event) => {
      settled.current = event
    })
    return () => subscription.unsubscribe()
  }, [list])
  useEffect(() => {
    const gone = settled.current
    settled.current = null
    if (!gone || items?.some(({ id }) => id === gone.id)) return
    const next = gone.next === undefined ? null : document.getElementById(deleteId(gone.next))
    const target = next ?? pageHeading()
    target?.focus()
  }, [items])
}

export const useFocusOnReturn = (ready: boolean): void => {
  useEffect(() => {
    const row = ready ? rowLeft(window.history.state) : undefined
    if (row === undefined) return
    window.history.replaceState(null, '')
    document.getElementById(editId(row))?.focus()
  }, [ready])
}

const rowLeft = (state: unknown): RecordId | undefined =>
  typeof state === 'object' &&
  state !== null &&
  'row' in state &&
  (typeof state.row === 'number' || typeof state.row === 'string')
    ? state.row
    : undefined
