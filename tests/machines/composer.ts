import { type AnyActorLogic, fromCallback } from 'xstate'
import { type DraftKeeperEvent, replyFlowMachine } from '../../src/machines/replyFlow'
import type { Draft } from '../../src/schemas/draft'
import { run } from '../support/run'
import { fetched, link, replies } from './samples'

const services = ['fetchContent', 'generateReplies', 'copyText', 'saveReply', 'sendReplies'] as const
export const success = (message: string) => ({ type: 'toast', tone: 'success', message })
export const failure = (message: string) => ({ type: 'toast', tone: 'error', message })

/** The composer, with its services answered by the test and what it keeps in `saved`. */
export const start = (kept?: Draft, actors: Record<string, AnyActorLogic> = {}) => {
  const saved: Draft[] = []
  const keepDraft = fromCallback<DraftKeeperEvent>(({ sendBack, receive }) => {
    if (kept) sendBack({ type: 'draft.restored', draft: kept })
    receive((event) => saved.push(event.draft))
  })
  return { ...run(replyFlowMachine, { services, actors: { keepDraft, ...actors } }), saved }
}

/** With two replies to review. */
export const atPreview = async (actors?: Record<string, AnyActorLogic>) => {
  const flow = start(undefined, actors)
  flow.send({ type: 'content.fetch', tweet_url: link })
  await flow.last('fetchContent').answer(fetched)
  flow.send({ type: 'preview.request', role_id: 5, count: 2 })
  await flow.last('generateReplies').answer({ replies })
  return flow
}
