import { type AnyActorLogic, fromCallback, type InspectionEvent, type Observer } from 'xstate'
import { replyMachine } from '../../../src/machines/composer/reply'
import { type DraftKeeperEvent, type ReplyId, replyFlowMachine } from '../../../src/machines/composer/replyFlow'
import type { Draft } from '../../../src/schemas/composer/draft'
import { leavesOf } from '../../support/machineModel'
import { run } from '../../support/run'
import { fetched, link, replies } from '../samples'

export const success = (message: string) => ({ type: 'toast', tone: 'success', message })
export const failure = (message: string) => ({ type: 'toast', tone: 'error', message })

interface Children {
  keepDraft?: AnyActorLogic
  editReply?: AnyActorLogic
  inspect?: Observer<InspectionEvent>
}

export const start = (kept?: Draft, { editReply, inspect, ...actors }: Children = {}) => {
  const saved: Draft[] = []
  const keepDraft = fromCallback<DraftKeeperEvent>(({ sendBack, receive }) => {
    if (kept) sendBack({ type: 'draft.restored', draft: kept })
    receive((event) => saved.push(event.draft))
  })
  const flow = run(replyFlowMachine, {
    services: ['fetchContent', 'generateReplies', 'sendReplies'],
    machines: {
      reply: {
        machine: replyMachine,
        services: ['copyText', 'loadReply', 'saveReply', 'generateReplies'],
        actors: editReply ? { editReply } : {},
      },
    },
    actors: { keepDraft, ...actors },
    inspect,
  })
  const card = (id: ReplyId) => {
    const found = flow.context().cards.find((each) => each.getSnapshot().context.reply.reply_id === id)
    if (!found) throw new Error(`There is no reply ${id}`)
    return found
  }
  return {
    ...flow,
    saved,
    card,
    edit: (id: ReplyId) => card(id).getSnapshot().children.edit,
    type: (id: ReplyId, content: string) => card(id).send({ type: 'edit.change', content }),
    state: (): string =>
      leavesOf(flow.actor.getSnapshot().value)
        .flatMap((leaf) => (leaf.startsWith('work.') ? [leaf.replace(/^work\.(open\.)?(occupied\.)?/, '')] : []))
        .join(),
  }
}

export const atPreview = async (children?: Children) => {
  const flow = start(undefined, children)
  flow.send({ type: 'content.fetch', tweet_url: link })
  await flow.last('fetchContent').answer(fetched)
  flow.send({ type: 'preview.request', role_id: 5, count: 2 })
  await flow.last('generateReplies').answer({ replies })
  return flow
}
