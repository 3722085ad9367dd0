import { accountPage, createAccountIndex } from '../schemas/accounts/accountIndex'
import type { Account } from '../schemas/accounts/accounts'
import { initialTableState, type PageSize, readTableState, tableQuery } from '../schemas/tableState'
import { summary } from '../views/accounts/summary'
import { initialOf } from '../views/ui/initial'
import { type FirstFrame, fill } from './frame'

/** The build draws so many page links: "1 2 3 … 6". With fewer there is no gap. */
export const drawnPages = 6

/**
 * Runs only if the address has no search, filter, order or page. The list is not trusted: its values become text, and
 * an id must be a number. @param usual the number of rows if `query` has none.
 */
export const showFirstRows = async (
  { element, copy, showList }: FirstFrame,
  query: string,
  readList: () => Promise<unknown>,
  usual?: PageSize,
): Promise<void> => {
  const state = readTableState(query, usual)
  if (tableQuery({ ...state, size: initialTableState.size }) !== '') return
  const accounts = await readList()
  const list = copy('frame-rows')
  const body = list?.querySelector('tbody')
  if (!list || !body || !isAccounts(accounts) || accounts.length === 0) return

  const { rows, pages } = accountPage(createAccountIndex(accounts), state)
  const [active, refused, inactive] = body.children
  fill(list, { '{pages}': String(pages) })
  for (const option of list.querySelectorAll('option')) option.selected ||= option.value === String(state.size)
  const links = list.querySelector('nav')
  if (links && pages < drawnPages) links.style.visibility = 'hidden'
  body.replaceChildren(
    ...rows.flatMap((account) => {
      const row = account.is_active ? active : account.inactive_reason ? refused : inactive
      return row ? [fill(document.importNode(row, true), valuesOf(account))] : []
    }),
  )
  const lead = element.querySelector('h1 + p')
  if (lead) lead.textContent = summary(accounts)
  showList(list)
}

/** The build saw the lone brace as the first letter of `{username}`. */
const valuesOf = ({ id, username, group, inactive_reason, created_at }: Account): Record<string, string> => {
  const name = username.toLowerCase()
  const moment = new Date(created_at)
  return {
    '{id}': String(id),
    '{username}': name,
    '{': initialOf(name),
    '{group}': group?.toLowerCase() ?? '',
    '{reason}': inactive_reason ?? '',
    '{created_at}': created_at,
    '{created}': Number.isNaN(moment.getTime()) ? created_at : moment.toLocaleString(),
  }
}

const isAccounts = (list: unknown): list is Account[] => Array.isArray(list) && list.every(isAccount)

/** Repeats the schema, whose code is not loaded yet. */
const isAccount = (item: unknown): item is Account => {
  const { id, username, group, is_active, created_at, inactive_reason = null } = Object(item)
  const isText = (value: unknown) => typeof value === 'string'
  return (
    Number.isSafeInteger(id) &&
    typeof is_active === 'boolean' &&
    [username, created_at].every(isText) &&
    [group, inactive_reason].every((value) => value === null || isText(value))
  )
}
