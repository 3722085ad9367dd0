import { postLinkOf } from '../../schemas/composer/postLink'
import type { TaskItem } from '../../schemas/history/tasks'
import { useMeta } from '../shell/metaContext'

export const PostedLink = ({ item }: { item: TaskItem }) => {
  const { x_post_base_url } = useMeta()
  if (!item.reply_tweet_id) return null
  return (
    <a
      href={postLinkOf(item.reply_tweet_id, item.twitter_username, x_post_base_url)}
      target="_blank"
      rel="noreferrer"
      className="text-link whitespace-nowrap"
    >
      View reply
    </a>
  )
}
