import type { TaskItem } from '../../schemas/tasks'
import { useMeta } from '../metaContext'

/** Leads to the posted reply; nothing where there is none. */
export const PostedLink = ({ item }: { item: TaskItem }) => {
  const { x_post_base_url } = useMeta()
  if (!item.reply_tweet_id) return null
  const username = item.twitter_username?.replace(/^@/, '') || 'i'
  return (
    <a
      href={`${x_post_base_url}/${encodeURIComponent(username)}/status/${encodeURIComponent(item.reply_tweet_id)}`}
      target="_blank"
      rel="noreferrer"
      className="text-link whitespace-nowrap"
    >
      View reply
    </a>
  )
}
