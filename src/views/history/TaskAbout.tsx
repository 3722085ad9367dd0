import { postLinkOf } from '../../schemas/composer/postLink'
import { atHandle } from '../../schemas/handle'
import * as words from '../../schemas/history/history.words'
import type { TaskSummary } from '../../schemas/history/tasks'
import { useMeta } from '../shell/metaContext'

type About = Partial<Pick<TaskSummary, 'post' | 'characters' | 'group' | 'needs_review' | 'handed_over'>>

export const TaskAbout = ({
  task: { post, characters = [], group, needs_review = 0, handed_over = 0 },
}: {
  task: About
}) => {
  const { x_post_base_url } = useMeta()
  const means = [
    characters.length > 0 ? words.asCharacters(characters) : '',
    group ? words.throughGroup(group) : '',
    needs_review > 0 ? `${needs_review} ${words.counts.review}` : '',
    handed_over > 0 ? `${handed_over} ${words.counts.manual}` : '',
  ].filter(Boolean)
  if (!post && means.length === 0) return null
  return (
    <div className="mt-1.5 text-xs text-ink-2">
      {post ? (
        <p className="line-clamp-2 wrap-anywhere">
          <a
            href={postLinkOf(post.tweet_id, post.author_username, x_post_base_url)}
            target="_blank"
            rel="noreferrer"
            className="text-link font-semibold"
          >
            <bdi>{atHandle(post.author_username, words.thePost)}</bdi>
          </a>{' '}
          <span dir="auto">{post.text}</span>
        </p>
      ) : null}
      {means.length > 0 ? <p className="mt-0.5 wrap-anywhere">{means.join(' · ')}</p> : null}
    </div>
  )
}
