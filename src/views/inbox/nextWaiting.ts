import type { Inbox, Mention } from '../../schemas/inbox/inbox'

export const nextWaiting = ({ shown, opened, left }: Waiting): Mention | undefined =>
  shown?.mentions.find(
    ({ id, state, asks_to_stop, declined }) =>
      state === 'unread' && !asks_to_stop && declined === undefined && !opened.includes(id) && !left.includes(id),
  )

interface Waiting {
  shown: Inbox | undefined
  opened: Mention['id'][]
  left: Mention['id'][]
}
