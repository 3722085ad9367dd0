import type { Mention } from '../../schemas/inbox'

/** `@maker`, whether or not it came with its @; a word where X did not say who it is. */
export const atHandle = (username: string): string => (username === '' ? 'somebody' : `@${username.replace(/^@/, '')}`)

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
