import { type ActorRef, type ActorRefFrom, assertEvent, assign, type Snapshot, sendTo, setup } from 'xstate'
import type { RecordId } from '../../schemas/base'
import { copyMessages, publicMessages } from '../../schemas/commonMessages'
import * as words from '../../schemas/composer/composer.words'
import type { DraftReply } from '../../schemas/composer/draft'
import type { GenerateBody, Post, Reply } from '../../schemas/composer/replies'
import { type Crash, crashed, failed, succeeded, type Toast } from '../crud/emitted'
import { failureText } from '../crud/failure'
import { present } from '../crud/present'
import { service } from '../crud/service'
import { editReplyMachine } from './editReply'
import { isEdited, isNothing, type ReplyId, toDraftReplies, type Written } from './replyDraft'

export type ReplyRequest =
  | { type: 'reply.edit'; reply_id: ReplyId }
  | { type: 'reply.copy'; reply_id: ReplyId }
  | { type: 'reply.rewrite'; reply_id: ReplyId; role_id: RecordId; wish?: string | undefined }
  | { type: 'reply.revert'; reply_id: ReplyId }

export type ReplyEvent = ReplyRequest | { type: 'edit.change'; content: string } | { type: 'text.read' }

export type ReplyReport =
  | { type: 'reply.changed' }
  | { type: 'reply.settled' }
  | { type: 'reply.toast'; happening: Toast | Crash }

interface ReplyContext {
  reply: DraftReply
  /** The text in the edit dialog, kept if the dialog crashes. */
  unsaved: string | undefined
  tweet_id: Post['tweet_id'] | undefined
  composer: ActorRef<Snapshot<unknown>, ReplyReport>
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
      (_, happening: Toast | Crash) => ({ type: 'reply.toast' as const, happening }),
    ),
  },
}).createMachine({
  id: 'reply',
  description:
    'The actor of one reply. `replyFlow` spawns these actors in the order of the draft, so that an answer for one reply cannot reach another. The actor shows, edits, rewrites or reverts its text. Copying is a parallel region, because the browser may ask for permission first. Toasts go through `replyFlow` (`reply.toast`), which every screen listens to.',
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
            'The text was changed elsewhere, so the actor loads it from the server. If that fails, the shown text stays.',
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
          description: 'The edit dialog is open. Its text is part of the draft.',
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
          description: 'A newly generated text replaces this one. The operator may have given a wish for it.',
          exit: 'saySettled',
          invoke: {
            id: 'rewrite',
            src: 'generateReplies',
            input: ({ context, event }) => {
              assertEvent(event, 'reply.rewrite')
              const { role_id, reply_id, wish } = event
              const body = { tweet_id: present(context.tweet_id, 'post'), role_id, count: 1 }
              return wish === undefined ? body : { ...body, rewrite: { reply_id, wish } }
            },
            onDone: [
              {
                guard: { type: 'isNothing', params: ({ event }) => event.output },
                target: 'shown',
                actions: { type: 'tell', params: failed(words.noneWritten) },
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
          description: 'The server stores the generated text again.',
          exit: 'saySettled',
          invoke: {
            id: 'revert',
            src: 'saveReply',
            input: ({ context: { reply } }) => ({ reply_id: reply.reply_id, content: reply.generated }),
            onDone: {
              target: 'shown',
              actions: [
                { type: 'storeContent', params: ({ event }) => event.output },
                { type: 'tell', params: succeeded(words.updated) },
              ],
            },
            onError: {
              target: 'shown',
              actions: {
                type: 'tell',
                params: ({ event }) => failed(failureText(event.error, words.updateFailed)),
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
          description: 'The browser may ask for permission first, and nothing else waits for that.',
          invoke: {
            id: 'copy',
            src: 'copyText',
            input: ({ context }) => ({ text: context.reply.content }),
            onDone: { target: 'resting', actions: { type: 'tell', params: succeeded(copyMessages.copied) } },
            onError: { target: 'resting', actions: { type: 'tell', params: failed(copyMessages.copyFailed) } },
          },
        },
      },
    },
  },
})

export type ReplyRef = ActorRefFrom<typeof replyMachine>
