import { useEffects, useEmitted } from '../../effects'
import type { InboxActsRef } from '../../machines/inboxActs'
import type { ReplyFlowRef } from '../../machines/replyFlow'
import type { Mention } from '../../schemas/inbox'

/** Hands mentions to the composer; the function that asks for it. */
export const useAnswering = (
  flow: ReplyFlowRef | undefined,
  acts: InboxActsRef,
  onAnswering: (mention: Mention) => void,
): ((mention: Mention) => void) => {
  useEffects(acts)
  useEmitted(acts, 'mention.answering', ({ mention }) => {
    flow?.send({ type: 'mention.answer', tweet_url: mention.link, account_id: String(mention.account_id) })
    onAnswering(mention)
  })
  return (mention) => {
    if (flow) acts.send({ type: 'mention.answer', mention, composer: composerOf(flow) })
  }
}

const composerOf = (flow: ReplyFlowRef): 'free' | 'holds' | 'sending' => {
  const snapshot = flow.getSnapshot()
  if (snapshot.matches({ work: 'sending' })) return 'sending'
  return snapshot.context.replies.length > 0 ? 'holds' : 'free'
}
