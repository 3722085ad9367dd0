import { ArrowLeft } from 'lucide-react'
import { Link } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { historyPath } from '../../schemas/paths'
import { buttonClass } from '../ui'

/** What a page that is reached from History's list is told, to lead back to it as it was: the list's query. */
export const fromList = (query: string) => ({ list: query })

/** Leads to History as it was left: searched, filtered and ordered. */
export const BackToHistory = () => (
  <Link href={`${historyPath}${listIn(useHistoryState())}`} className={buttonClass()}>
    <ArrowLeft aria-hidden="true" className="size-4 shrink-0" />
    Back to History
  </Link>
)

const listIn = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'list' in state && typeof state.list === 'string' ? state.list : ''
