import { type MentionState, mentionStates } from './inbox'

/** `account_id` is '' for all accounts. */
export interface InboxFilter {
  state: MentionState | 'all'
  account_id: string
}

export const initialInboxFilter: InboxFilter = { state: 'unread', account_id: '' }

/** Reads the query of an address, with defaults for missing or wrong parts. */
export const readInboxFilter = (address: string): InboxFilter => {
  const query = new URLSearchParams(address)
  const state = [...mentionStates, 'all' as const].find((each) => each === query.get('state'))
  return {
    state: state ?? initialInboxFilter.state,
    account_id: /^[1-9][0-9]{0,15}$/.exec(query.get('account') ?? '')?.[0] ?? '',
  }
}

/** The query for `readInboxFilter`, with its question mark; empty for the default filter. */
export const inboxFilterQuery = ({ state, account_id }: InboxFilter): string => {
  const query = new URLSearchParams({
    ...(state === initialInboxFilter.state ? {} : { state }),
    ...(account_id ? { account: account_id } : {}),
  }).toString()
  return query === '' ? '' : `?${query}`
}
