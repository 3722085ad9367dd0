import { atHandle } from '../../schemas/handle'
import type { Mention } from '../../schemas/inbox'

const kinds: Record<Mention['kind'], string> = { mention: 'mentions', reply: 'replies to', quote: 'quotes' }

/** "mentions @ada" */
export const whatItDoes = ({ kind, account_username }: Mention): string =>
  `${kinds[kind]} ${atHandle(account_username)}`

export const emptyOf: Record<Mention['state'] | 'all', string> = {
  unread: 'Nothing waits for an answer.',
  answered: 'No mention has been answered yet.',
  dismissed: 'Nothing was dismissed.',
  all: 'Nobody has mentioned your accounts yet.',
}

/** What stands after how many are listed. */
export const countedAs: Record<Mention['state'] | 'all', string> = {
  unread: 'of this account',
  answered: 'answered',
  dismissed: 'dismissed',
  all: 'listed',
}
