import { useLocation, useSearch } from 'wouter'
import { type ListState, listQuery, readListState } from '../../schemas/historyTable'

/** What of a list is shown stands in the address, so that Back and a reload keep it. */
export const useListState = () => {
  const [path, navigate] = useLocation()
  const state = readListState(new URLSearchParams(useSearch()))
  const addressOf = (change: Partial<ListState>): string => {
    const query = listQuery({ ...state, ...change })
    return query === '' ? path : `${path}?${query}`
  }
  return {
    state,
    hrefOf: (page: number) => addressOf({ page }),
    /** Whatever else changes begins on the first page. */
    change: (change: Partial<ListState>) => navigate(addressOf({ page: 1, ...change }), { replace: true }),
  }
}

export type ListControls = ReturnType<typeof useListState>
