import type { Inbox, Mention } from '../../schemas/inbox'

/** The newest that waits and was not opened here. */
export const nextWaiting = ({ shown, opened, left }: Waiting): Mention | undefined =>
  shown?.mentions.find(({ id, state }) => state === 'unread' && !opened.includes(id) && !left.includes(id))

interface Waiting {
  shown: Inbox | undefined
  opened: Mention['id'][]
  left: Mention['id'][]
}
