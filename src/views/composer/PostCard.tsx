import { ExternalLink } from 'lucide-react'
import type { Judged } from '../../schemas/composer/answerable'
import { postLinkOf } from '../../schemas/composer/postLink'
import type { Post } from '../../schemas/composer/replies'
import { atHandle } from '../../schemas/handle'
import { Avatar, buttonClass, cx, Time } from '../ui'
import { LazyPart } from '../ui/states/LazyPart'
import { lazy } from '../ui/states/lazy'
import { PostContent, PostThread } from './PostContent'
import { PhoneThread, ThreadRail } from './Thread'

const WhoMayAnswer = lazy(() => import('./fields/WhoMayAnswer'), { warm: true })

export interface PostCardProps {
  post: Post
  /** Without the @. */
  username: string | undefined
  /** Without a slash at the end. */
  baseUrl: string
  hasReplies: boolean
  isHinting: boolean
  judged: Judged[]
  declined?: string | undefined
}

/** Reserves the space before the accounts arrive, so that nothing below it moves. */
const WhoMayAnswerPlace = ({ judged, declined }: Pick<PostCardProps, 'judged' | 'declined'>) => (
  <div className="mt-2 min-h-11 sm:min-h-7">
    {declined !== undefined ? (
      <p className="text-sm font-semibold wrap-anywhere">{declined}</p>
    ) : judged.length > 0 ? (
      <LazyPart>
        <WhoMayAnswer judged={judged} />
      </LazyPart>
    ) : null}
  </div>
)

export const PostCard = ({ post, username, baseUrl, hasReplies, isHinting, judged, declined }: PostCardProps) => {
  const name = username ?? post.author_name ?? 'Post'
  return (
    <div className="grid grid-cols-1 gap-x-4 sm:grid-cols-[2.625rem_minmax(0,1fr)]">
      <ThreadRail className="max-sm:hidden" line={hasReplies}>
        <Avatar name={name} tone="ink" className="mt-2 size-10.5 text-md" />
      </ThreadRail>
      <div className={cx(hasReplies && 'sm:pb-3')}>
        <article className="rounded-lg bg-sunken px-4 py-2">
          <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2">
            <Avatar name={name} tone="ink" className="size-9 text-sm sm:hidden" />
            <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2 text-sm">
              <p className="flex flex-wrap gap-x-2 font-semibold wrap-anywhere">
                {post.author_name && username ? <bdi>{post.author_name}</bdi> : null}
                {username ? (
                  <bdi className={cx(post.author_name && 'font-normal text-ink-2')}>{atHandle(username)}</bdi>
                ) : (
                  'Post on X'
                )}
              </p>
              <p className="text-xs text-ink-2">
                {post.created_at ? (
                  <Time value={post.created_at} />
                ) : (
                  <>
                    Post{' '}
                    <span translate="no" className="font-mono wrap-anywhere">
                      {post.tweet_id}
                    </span>
                  </>
                )}
              </p>
            </div>
            <a
              href={postLinkOf(post.tweet_id, username, baseUrl)}
              target="_blank"
              rel="noreferrer"
              className={buttonClass({
                tone: 'quiet',
                size: 'sm',
                className: '-mr-2 not-coarse:min-h-8',
              })}
            >
              <ExternalLink aria-hidden="true" className="size-4" />
              Open on X
            </a>
          </div>
          {post.context ? <PostThread context={post.context} /> : null}
          {post.text ? (
            <p dir="auto" lang={post.context?.lang} className="mt-1 text-lg break-words whitespace-pre-wrap">
              {post.text}
            </p>
          ) : null}
          {post.context ? <PostContent context={post.context} /> : null}
          {isHinting && post.eligibility ? <WhoMayAnswerPlace judged={judged} declined={declined} /> : null}
        </article>
        {hasReplies ? <PhoneThread className="h-6" /> : null}
      </div>
    </div>
  )
}
