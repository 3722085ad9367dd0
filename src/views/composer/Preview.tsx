import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SnapshotFrom } from 'xstate'
import type { ReplyFlowRef, ReplyId } from '../../machines/composer/replyFlow'
import type { Account } from '../../schemas/accounts/accounts'
import { judgedBy, repeatsOf, type ShownSender } from '../../schemas/composer/answerable'
import * as words from '../../schemas/composer/composer.words'
import { mostReplies } from '../../schemas/composer/composerForm'
import type { DraftReply, SendMode } from '../../schemas/composer/draft'
import type { Eligibility } from '../../schemas/composer/eligibility'
import type { LeakFinder } from '../../schemas/composer/leaks'
import { authorOf, postLinkOf } from '../../schemas/composer/postLink'
import { partOf } from '../../schemas/composer/replies'
import { buttons } from '../../schemas/crud.words'
import { useMeta } from '../shell/metaContext'
import { Button, EmptyState } from '../ui'
import { CountBadge, SectionHeader } from '../ui/tables/SectionHeader'
import { PartNote, previewHeadingId } from './PartNote'
import { PostCard } from './PostCard'
import { EmptyCard, ReplyCard } from './ReplyCard'
import { isHinting as hasHints, useComposer } from './useComposer'
import { useFirstInView } from './useFirstInView'

export interface PreviewProps {
  flow: ReplyFlowRef
  mode: SendMode
  accounts: Account[]
  eligibility: Eligibility | undefined
  /** The sender of each reply, in the same order. */
  senders: ShownSender[]
  inGroup: number | undefined
  writerOf: (reply: DraftReply) => string
  findLeaks: LeakFinder
  onAdd: () => void
  onRewrite: (id: ReplyId, wish?: string) => void
  onTry: (link: string) => void
  note: ReactNode
}

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
  note,
}: PreviewProps) => {
  const post = useComposer(flow, ({ context }) => context.post)
  const replies = useComposer(flow, ({ context }) => context.replies)
  const isAdding = useComposer(flow, (snapshot) => snapshot.matches({ work: { open: { generating: 'more' } } }))
  const canCancel = useComposer(flow, (snapshot, isLocked) => isLocked && snapshot.can(cancel))
  const isHinting = useComposer(flow, hasHints)
  const awaited = useComposer(flow, awaitedReplies)
  const cards = useComposer(flow, ({ context }) => context.cards)
  const isLocked = useComposer(flow, (_, isLocked) => isLocked)
  const { x_post_base_url, sample_posts } = useMeta()
  const list = useFirstInView(replies)
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
        className="min-h-9"
        actions={
          <>
            {canCancel ? (
              <Button tone="quiet" size="sm" onClick={() => flow.send(cancel)}>
                {buttons.cancel}
              </Button>
            ) : null}
            {note}
            {canAdd ? (
              <Button
                tone="quiet"
                size="sm"
                icon={Plus}
                busy={isAdding}
                disabled={isLocked || isFull}
                onClick={onAdd}
                className="max-sm:px-1!"
              >
                {words.addOneMore}
              </Button>
            ) : null}
          </>
        }
      />
      <p role="status" className="sr-only">
        {replies.length > 0 && !isLocked ? [words.toReview(replies.length), ...changesOf(senders)].join('. ') : ''}
      </p>
      {post ? (
        <>
          <PartNote flow={flow} />
          <PostCard
            post={post}
            username={username}
            baseUrl={x_post_base_url}
            hasReplies={replies.length + awaited > 0}
            isHinting={isHinting}
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
                sender={senders[number - 1]?.handle}
                was={senders[number - 1]?.was}
                repeats={repeats[number - 1]}
                characterName={writerOf(reply)}
                findLeaks={findLeaks}
                onRewrite={onRewrite}
              />
            ))}
            {Array.from({ length: awaited }, (_, place) => place).map((place) => (
              <EmptyCard key={place} isLast={place === awaited - 1} />
            ))}
          </ol>
        </>
      ) : (
        <EmptyState
          title={words.nothingToReview}
          actions={
            sample_posts ? (
              <>
                <Button
                  size="sm"
                  className="max-w-full shrink"
                  disabled={isLocked}
                  onClick={() => onTry(postLinkOf(sample_posts.mention))}
                >
                  {words.trySummoning}
                </Button>
                <Button
                  size="sm"
                  tone="quiet"
                  disabled={isLocked}
                  onClick={() => onTry(postLinkOf(sample_posts.stranger))}
                >
                  {words.tryStranger}
                </Button>
              </>
            ) : null
          }
        >
          {words.nothingToReviewDetail}
        </EmptyState>
      )}
    </section>
  )
}

const cancel = { type: 'request.cancel' } as const

/** While the first replies are generated, empty cards hold their places. */
const awaitedReplies = (snapshot: SnapshotFrom<ReplyFlowRef>): number => {
  const { replies, request } = snapshot.context
  if (replies.length > 0 || !snapshot.matches({ work: { open: 'generating' } })) return 0
  return snapshot.matches({ work: { open: { generating: 'one' } } }) ? 1 : partOf(request?.count ?? 1)
}

/** A rewritten reply has a new id, so the number is the key that keeps its card and the focus. */
const numbered = (reply: DraftReply, index: number) => ({ reply, number: index + 1 })

const changesOf = (senders: ShownSender[]): string[] =>
  senders.flatMap(({ handle, was }, index) => (handle && was ? words.senderChanged(index + 1, handle, was) : []))
