import { nextTableState, readTableState, type TableEvent, type TableState, tableQuery } from '../../schemas/tableState'
import { createPageSizeStore } from '../../services/storage/pageSizeStore'
import { provided } from '../crud/provided.actors'
import type { TableRules } from '../crud/table'
import { tableOf } from '../crud/table.actors'

/** Only a change of the page adds a step for Back. */
export const accountRules: TableRules<TableState, TableEvent> = {
  read: readTableState,
  query: tableQuery,
  next: nextTableState,
  searchOf: ({ search }) => search,
  searchFor: (search) => ({ type: 'search.change', search }),
  isStep: ({ type }) => type === 'page.choose',
}

export const accountTable = provided((services) => {
  const size = createPageSizeStore(services.storage)
  return tableOf(services, {
    ...accountRules,
    read: (query) => readTableState(query, size.read()),
    remember: (state) => size.write(state.size),
  })
})
