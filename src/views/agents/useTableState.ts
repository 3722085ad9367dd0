import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useRouter } from 'wouter'
import {
  nextTableState,
  readTableState,
  type SortColumn,
  type StatusFilter,
  type TableEvent,
  tableQuery,
} from '../../schemas/tableState'

/** Browsers refuse to change the address more often than about three times a second. */
const typingPause = 350

/**
 * The table's search, sort, page and size, kept in the address. What is typed gets there once typing pauses. The
 * answer is the same object until something of it changes.
 */
export const useTableState = () => {
  const [path, navigate] = useLocation()
  const router = useRouter()
  /** As it is written: `useSearch` would decode a part of it, and `50%25de` twice in all. */
  const query = router.searchHook(router)
  const stored = useMemo(() => readTableState(query), [query])
  const [typed, setTyped] = useState<string>()
  const state = useMemo(
    () => (typed === undefined ? stored : nextTableState(stored, { type: 'search.change', search: typed })),
    [stored, typed],
  )
  /** What is on screen may be of an earlier state, since the table is drawn when there is time: its handlers act on this. */
  const latest = useRef(state)
  useLayoutEffect(() => {
    latest.current = state
  })
  const timer = useRef<number>(undefined)
  useEffect(() => () => window.clearTimeout(timer.current), [])

  return useMemo(() => {
    const keep = (event: TableEvent, replace = true) => {
      window.clearTimeout(timer.current)
      setTyped(undefined)
      navigate(path + tableQuery(nextTableState(latest.current, event)), { replace })
    }
    return {
      state,
      type: (search: string) => {
        setTyped(search)
        window.clearTimeout(timer.current)
        timer.current = window.setTimeout(() => keep({ type: 'search.change', search }), typingPause)
      },
      /** Puts what is typed into the address now, before focus goes elsewhere. */
      keepTyped: () => {
        if (typed !== undefined) keep({ type: 'search.change', search: typed })
      },
      chooseGroup: (group: string | null) => keep({ type: 'group.choose', group }),
      chooseStatus: (status: StatusFilter) => keep({ type: 'status.choose', status }),
      clearFilters: () => keep({ type: 'filters.clear' }),
      sortBy: (column: SortColumn) => keep({ type: 'sort.toggle', column }),
      chooseSize: (size: number) => keep({ type: 'size.choose', size }),
      /** Back leads to the page before. */
      choosePage: (page: number) => keep({ type: 'page.choose', page }, false),
      hrefOf: (page: number) => path + tableQuery(nextTableState(state, { type: 'page.choose', page })),
    }
  }, [state, typed, path, navigate])
}
