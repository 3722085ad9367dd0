import { ArrowLeft } from 'lucide-react'
import { Link } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import * as words from '../../schemas/history/history.words'
import { historyPath } from '../../schemas/paths'
import { buttonClass } from '../ui'

export const fromList = (query: string) => ({ list: query })

export const BackToHistory = () => (
  <Link href={`${historyPath}${listIn(useHistoryState())}`} className={buttonClass()}>
    <ArrowLeft aria-hidden="true" className="size-4 shrink-0" />
    {words.backToHistory}
  </Link>
)

const listIn = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'list' in state && typeof state.list === 'string' ? state.list : ''
