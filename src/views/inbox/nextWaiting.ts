import type { Inbox, Mention } from '../../schemas/inbox/inbox'

/** The newest, of an active account if its post mentions one. */
export const nextWaiting = ({ shown, opened, left }: Waiting): Mention | undefined => {
  const [first, ...others] = (shown?.mentions ?? []).filter(
    ({ id, state, asks_to_stop, declined }) =>
      state === 'unread' && !asks_to_stop && declined === undefined && !opened.includes(id) && !left.includes(id),
  )
  if (first?.account_is_active !== false) return first
  return others.find(({ tweet_id, account_is_active }) => tweet_id === first.tweet_id && account_is_active) ?? first
}

interface Waiting {
  shown: Inbox | undefined
  opened: Mention['id'][]
  left: Mention['id'][]
}
