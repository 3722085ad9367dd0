import type { SnapshotFrom } from 'xstate'
import { useEffects, useEmitted } from '../../effects'
import type { ReplyFlowRef } from '../../machines/composer/replyFlow'
import type { ComposerUse, InboxActsRef } from '../../machines/inbox/inboxActs'
import { postLinkOf } from '../../schemas/composer/postLink'
import { atHandle } from '../../schemas/handle'
import type { Mention } from '../../schemas/inbox/inbox'

export const useAnswering = (
  flow: ReplyFlowRef | undefined,
  acts: InboxActsRef,
  onAnswering: (mention: Mention) => void,
): ((mention: Mention) => void) => {
  useEffects(acts)
  useEmitted(acts, 'mention.answering', ({ mention }) => {
    const { tweet_id, author_username, account_id, account_username, account_is_active } = mention
    const tweet_url = postLinkOf(tweet_id, author_username)
    const inactive = account_is_active === false ? atHandle(account_username) : undefined
    flow?.send({ type: 'mention.answer', tweet_url, account_id: String(account_id), inactive })
    onAnswering(mention)
  })
  return (mention) => {
    if (flow) acts.send({ type: 'mention.answer', mention, composer: composerOf(flow) })
  }
}

/** The model already charges for these replies. */
export const isGenerating = (snapshot: SnapshotFrom<ReplyFlowRef>): boolean =>
  snapshot.matches({ work: { open: 'generating' } })

const composerOf = (flow: ReplyFlowRef): ComposerUse => {
  const snapshot = flow.getSnapshot()
  if (snapshot.matches({ work: 'sending' })) return 'sending'
  if (isGenerating(snapshot)) return 'writes'
  return snapshot.context.replies.length > 0 ? 'holds' : 'free'
}
