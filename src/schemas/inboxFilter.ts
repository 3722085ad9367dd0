import { type MentionState, mentionStates } from './inbox'

/** Which mentions are listed. `account_id`: '' for all of them. */
export interface InboxFilter {
  state: MentionState | 'all'
  account_id: string
}

/** Whatever waits for an answer. */
export const initialInboxFilter: InboxFilter = { state: 'unread', account_id: '' }

/** Reads the query of an address; whatever it lacks or has wrong is as at the start. */
export const readInboxFilter = (address: string): InboxFilter => {
  const query = new URLSearchParams(address)
  const state = [...mentionStates, 'all' as const].find((each) => each === query.get('state'))
  return {
    state: state ?? initialInboxFilter.state,
    account_id: /^[1-9][0-9]{0,15}$/.exec(query.get('account') ?? '')?.[0] ?? '',
  }
}

/** The query, with its question mark, that `readInboxFilter` reads back; empty for the filter at the start. */
export const inboxFilterQuery = ({ state, account_id }: InboxFilter): string => {
  const query = new URLSearchParams({
    ...(state === initialInboxFilter.state ? {} : { state }),
    ...(account_id ? { account: account_id } : {}),
  }).toString()
  return query === '' ? '' : `?${query}`
}
