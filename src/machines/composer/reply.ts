import { type ActorRef, type ActorRefFrom, assertEvent, assign, type Snapshot, sendTo, setup } from 'xstate'
import { publicMessages } from '../../schemas/commonMessages'
import type { DraftReply } from '../../schemas/draft'
import { type GenerateBody, type Post, type Reply, replyMessages } from '../../schemas/replies'
import { type Crash, crashed, failed, succeeded, type Toast } from '../crud/emitted'
import { failureText } from '../crud/failure'
import { present } from '../crud/present'
import { service } from '../crud/service'
import { editReplyMachine } from './editReply'
import { isEdited, isNothing, type ReplyId, toDraftReplies, type Written } from './replyDraft'

/** What an operator does with one reply. */
export type ReplyRequest =
  | { type: 'reply.edit'; reply_id: ReplyId }
  | { type: 'reply.copy'; reply_id: ReplyId }
  | { type: 'reply.rewrite'; reply_id: ReplyId; role_id: number }
  | { type: 'reply.revert'; reply_id: ReplyId }

export type ReplyEvent =
  | ReplyRequest
  /** What stands in the edit dialog changed. */
  | { type: 'edit.change'; content: string }
  /** The server may have another text of it. */
  | { type: 'text.read' }

/** What a reply says to its composer. */
export type ReplyNews =
  /** Its text, or what is typed in its dialog, is another. */
  | { type: 'reply.changed' }
  /** What was done with it is over. */
  | { type: 'reply.settled' }
  /** To be told to the operator, also where the reply is out of sight. */
  | { type: 'reply.told'; happening: Toast | Crash }

interface ReplyContext {
  reply: DraftReply
  /** What stands, or stood when the dialog crashed, in the edit dialog. */
  unsaved: string | undefined
  /** The post that it answers; unknown in a draft without one. */
  tweet_id: Post['tweet_id'] | undefined
  composer: ActorRef<Snapshot<unknown>, ReplyNews>
}

export const replyMachine = setup({
  types: {
    input: {} as ReplyContext,
    context: {} as ReplyContext,
    events: {} as ReplyEvent,
    tags: {} as 'busy',
    children: {} as { edit: 'editReply' },
  },
  actors: {
    editReply: editReplyMachine,
    copyText: service<void, { text: string }>('copyText'),
    generateReplies: service<Written, GenerateBody>('generateReplies'),
    loadReply: service<Reply, Pick<Reply, 'reply_id'>>('loadReply'),
    saveReply: service<Reply, Reply>('saveReply'),
  },
  guards: {
    isEdited: ({ context }) => isEdited(context.reply),
    hasPost: ({ context }) => context.tweet_id !== undefined,
    isNothing: (_, params: Written) => isNothing(params),
  },
  actions: {
    storeContent: assign({
      reply: ({ context }, { content }: { content: string }) => ({ ...context.reply, content }),
    }),
    storeWritten: assign({
      reply: (_, { replies }: Written) => present(toDraftReplies(replies)[0], 'written reply'),
      unsaved: undefined,
    }),
    keepUnsaved: assign({ unsaved: (_, { content }: { content: string }) => content }),
    forgetUnsaved: assign({ unsaved: undefined }),
    sayChanged: sendTo(({ context }) => context.composer, { type: 'reply.changed' }),
    saySettled: sendTo(({ context }) => context.composer, { type: 'reply.settled' }),
    tell: sendTo(
      ({ context }) => context.composer,
      (_, happening: Toast | Crash) => ({ type: 'reply.told' as const, happening }),
    ),
  },
}).createMachine({
  id: 'reply',
  description:
    'One actor for each reply, spawned by `replyFlow` in the order of the draft: what is answered to one can reach no other. Its text is shown, edited, rewritten or reverted; the clipboard is a region of its own, since the browser may ask for permission first. What is to be told to the operator it hands to `replyFlow` (`reply.told`), which is heard on every screen.',
  context: ({ input }) => input,
  type: 'parallel',
  states: {
    text: {
      initial: 'shown',
      states: {
        shown: {
          on: {
            'reply.edit': 'editing',
            'reply.rewrite': { guard: 'hasPost', target: 'rewriting' },
            'reply.revert': { guard: 'isEdited', target: 'reverting' },
            'text.read': 'reading',
          },
        },
        reading: {
          tags: 'busy',
          description:
            'It was changed elsewhere: what the server has is shown. Where that cannot be read, the text stays.',
          exit: 'sayChanged',
          invoke: {
            id: 'read',
            src: 'loadReply',
            input: ({ context: { reply } }) => ({ reply_id: reply.reply_id }),
            onDone: { target: 'shown', actions: { type: 'storeContent', params: ({ event }) => event.output } },
            onError: 'shown',
          },
        },
        editing: {
          description: 'In the dialog. What is typed there is part of the draft.',
          exit: 'saySettled',
          on: { 'edit.change': { actions: [{ type: 'keepUnsaved', params: ({ event }) => event }, 'sayChanged'] } },
          invoke: {
            id: 'edit',
            src: 'editReply',
            input: ({ context }) => ({ reply: context.reply }),
            onDone: {
              target: 'shown',
              actions: [{ type: 'storeContent', params: ({ event }) => event.output.reply }, 'forgetUnsaved'],
            },
            onError: {
              target: 'shown',
              actions: { type: 'tell', params: ({ event }) => crashed(publicMessages.crash.edit, event.error) },
            },
          },
        },
        rewriting: {
          tags: 'busy',
          description: 'Another text is generated in its place.',
          exit: 'saySettled',
          invoke: {
            id: 'rewrite',
            src: 'generateReplies',
            input: ({ context, event }) => {
              assertEvent(event, 'reply.rewrite')
              return { tweet_id: present(context.tweet_id, 'post'), role_id: event.role_id, count: 1 }
            },
            onDone: [
              {
                guard: { type: 'isNothing', params: ({ event }) => event.output },
                target: 'shown',
                actions: { type: 'tell', params: failed(replyMessages.noneWritten) },
              },
              { target: 'shown', actions: { type: 'storeWritten', params: ({ event }) => event.output } },
            ],
            onError: {
              target: 'shown',
              actions: {
                type: 'tell',
                params: ({ event }) => failed(failureText(event.error, publicMessages.failure)),
              },
            },
          },
        },
        reverting: {
          tags: 'busy',
          description: 'The generated text is stored on the server again.',
          exit: 'saySettled',
          invoke: {
            id: 'revert',
            src: 'saveReply',
            input: ({ context: { reply } }) => ({ reply_id: reply.reply_id, content: reply.generated }),
            onDone: {
              target: 'shown',
              actions: [
                { type: 'storeContent', params: ({ event }) => event.output },
                { type: 'tell', params: succeeded(replyMessages.updated) },
              ],
            },
            onError: {
              target: 'shown',
              actions: {
                type: 'tell',
                params: ({ event }) => failed(failureText(event.error, replyMessages.updateFailed)),
              },
            },
          },
        },
      },
    },
    clipboard: {
      initial: 'resting',
      states: {
        resting: { on: { 'reply.copy': 'copying' } },
        copying: {
          description: 'The browser may ask for permission first: nothing else waits for it.',
          invoke: {
            id: 'copy',
            src: 'copyText',
            input: ({ context }) => ({ text: context.reply.content }),
            onDone: { target: 'resting', actions: { type: 'tell', params: succeeded(replyMessages.copied) } },
            onError: { target: 'resting', actions: { type: 'tell', params: failed(replyMessages.copyFailed) } },
          },
        },
      },
    },
  },
})

export type ReplyRef = ActorRefFrom<typeof replyMachine>
