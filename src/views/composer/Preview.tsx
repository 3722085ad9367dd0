import { Plus } from 'lucide-react'
import type { ReplyFlowRef, ReplyId } from '../../machines/composer/replyFlow'
import type { Account } from '../../schemas/accounts'
import { mostReplies } from '../../schemas/composerForm'
import type { DraftReply, SendMode } from '../../schemas/draft'
import type { Eligibility } from '../../schemas/eligibility'
import type { LeakFinder } from '../../schemas/leaks'
import { authorOf, postLinkOf } from '../../schemas/postLink'
import { useMeta } from '../shell/metaContext'
import { Button, EmptyState } from '../ui'
import { CountBadge, SectionHeader } from '../ui/SectionHeader'
import { judgedBy, repeatsOf } from './answerable'
import { PartNote, previewHeadingId } from './PartNote'
import { PostCard } from './PostCard'
import { ReplyCard } from './ReplyCard'
import { useFirstInSight } from './useFirstInSight'
import { useShown } from './useShown'

export interface PreviewProps {
  flow: ReplyFlowRef
  mode: SendMode
  /** Those that may be chosen, or are: of the group, the agent, or all while none is chosen. */
  accounts: Account[]
  /** Which of them may answer the post, where the server says it. */
  eligibility: Eligibility | undefined
  /** As whom each reply would be sent, as far as that is known. */
  senders: (string | undefined)[]
  /** How many accounts the group has; undefined where that is not known. */
  inGroup: number | undefined
  /** The name of the character that wrote a reply: its face stands beside it. */
  writerOf: (reply: DraftReply) => string
  findLeaks: LeakFinder
  onAdd: () => void
  onRewrite: (id: ReplyId) => void
  /** Gets the content of a post of the sandbox. */
  onTry: (link: string) => void
}

/** The post and, on one thread below it, the replies to it. */
export const Preview = ({
  flow,
  mode,
  accounts,
  eligibility,
  senders,
  inGroup,
  writerOf,
  findLeaks,
  onAdd,
  onRewrite,
  onTry,
}: PreviewProps) => {
  const post = useShown(flow, ({ context }) => context.post)
  const replies = useShown(flow, ({ context }) => context.replies)
  const isAdding = useShown(flow, (snapshot) => snapshot.matches({ work: { open: { generating: 'more' } } }))
  const cards = useShown(flow, ({ context }) => context.cards)
  const isLocked = useShown(flow, (_, isSlow) => isSlow)
  const { x_post_base_url, sample_posts } = useMeta()
  const list = useFirstInSight(replies)
  const username = authorOf(post)
  const isFull = replies.length >= mostReplies(inGroup)
  const repeats = eligibility ? repeatsOf(eligibility, replies, senders) : []
  const canAdd = mode === 'batch' && replies.length > 0

  return (
    <section aria-labelledby={previewHeadingId} className="min-w-0">
      <SectionHeader
        title={
          <span id={previewHeadingId} tabIndex={-1}>
            Preview comments
          </span>
        }
        count={replies.length > 0 ? <CountBadge>{replies.length}</CountBadge> : null}
        actions={
          canAdd ? (
            <Button tone="quiet" size="sm" icon={Plus} busy={isAdding} disabled={isLocked || isFull} onClick={onAdd}>
              Add one more
            </Button>
          ) : null
        }
      />
      <p role="status" className="sr-only">
        {replies.length > 0 && !isLocked
          ? `${replies.length} ${replies.length === 1 ? 'reply' : 'replies'} to review`
          : ''}
      </p>
      {post ? (
        <>
          <PartNote flow={flow} />
          <PostCard
            post={post}
            username={username}
            baseUrl={x_post_base_url}
            hasReplies={replies.length > 0}
            judged={eligibility ? judgedBy(eligibility, accounts) : []}
            declined={eligibility?.declined}
          />
          <ol ref={list}>
            {replies.map(numbered).map(({ reply, number }) => (
              <ReplyCard
                key={number}
                flow={flow}
                card={cards[number - 1]}
                reply={reply}
                number={number}
                isLast={number === replies.length}
                author={username}
                sender={senders[number - 1]}
                repeats={repeats[number - 1]}
                characterName={writerOf(reply)}
                findLeaks={findLeaks}
                onRewrite={onRewrite}
              />
            ))}
          </ol>
        </>
      ) : (
        <EmptyState
          title="Nothing to review yet"
          actions={
            sample_posts ? (
              <>
                <Button
                  size="sm"
                  className="max-w-full shrink"
                  disabled={isLocked}
                  onClick={() => onTry(postLinkOf(sample_posts.mention))}
                >
                  Try a post that mentions your accounts
                </Button>
                <Button
                  size="sm"
                  tone="quiet"
                  disabled={isLocked}
                  onClick={() => onTry(postLinkOf(sample_posts.stranger))}
                >
                  Try a stranger's post
                </Button>
              </>
            ) : null
          }
        >
          Get the content of a post, choose a character, then preview the replies here.
        </EmptyState>
      )}
    </section>
  )
}

/** A rewritten reply has another id at the same place: the number keeps its card, and the focus in it. */
const numbered = (reply: DraftReply, index: number) => ({ reply, number: index + 1 })
