import type { RecordId } from '../../schemas/base'
import * as words from '../../schemas/composer/composer.words'
import {
  type AskedReplies,
  type ComposerForm,
  type Draft,
  type DraftReply,
  emptyComposerForm,
  type Sender,
  type SendMode,
  type WrittenReply,
} from '../../schemas/composer/draft'
import type { BatchBody, ExpectedReply, GenerateBody, Reply, SoloBody } from '../../schemas/composer/replies'
import { isEqual } from '../crud/keepEqual'
import { present } from '../crud/present'

export type ReplyId = Reply['reply_id']

export type SendTarget = { group_name: string } | { twitter_account_id: RecordId }

/** `incomplete`: the server’s reason for fewer replies than requested. */
export interface Written {
  replies: WrittenReply[]
  incomplete?: string | undefined
}

/** One intended send. The same body and texts again are the same intention until the server has answered it. */
export type Sending = ({ mode: 'batch'; body: BatchBody } | { mode: 'solo'; body: SoloBody }) & {
  expected: ExpectedReply[]
}

export const emptyDraft = (mode: SendMode): Draft => ({
  mode,
  form: emptyComposerForm,
  post: undefined,
  replies: [],
  senders: undefined,
  asked: undefined,
  sent: undefined,
  unsaved: undefined,
  writer: undefined,
  earlier: undefined,
  later: undefined,
})

export const changesLink = ({ form }: Draft, change: Partial<ComposerForm>): boolean =>
  change.tweet_url !== undefined && change.tweet_url !== form.tweet_url

export const toDraftReplies = (replies: WrittenReply[]): DraftReply[] =>
  replies.map((reply) => ({ ...reply, generated: reply.content }))

export const isEdited = (reply: DraftReply): boolean => reply.content !== reply.generated

export const holdsUnsaved = ({ replies, unsaved }: Draft): boolean =>
  replies.some(({ reply_id }) => reply_id === unsaved?.reply_id)

export const isNothing = ({ replies }: { replies: WrittenReply[] }): boolean => replies.length === 0

/** Equal lists are the same array, except after a restart. */
export const isSameDraft = (one: Draft, other: Draft): boolean =>
  isSameList(one.replies, other.replies) &&
  isSameList(one.earlier, other.earlier) &&
  isSameList(one.later, other.later) &&
  JSON.stringify({ ...one, ...unread }) === JSON.stringify({ ...other, ...unread })

/** Most equal replies are the same object. Others with the same id may have another text. */
export const isSameReply = (one: DraftReply, other: DraftReply | undefined): boolean =>
  one === other || (one.reply_id === other?.reply_id && isEqual(one, other))

const unread = { replies: undefined, earlier: undefined, later: undefined }

const isSameList = (one: readonly unknown[] = [], other: readonly unknown[] = []): boolean =>
  one.length === other.length && one.every((each, index) => isEqual(each, other[index]))

export const missingOf = ({ asked, replies }: Pick<Draft, 'asked' | 'replies'>): number =>
  asked ? Math.max(0, asked.count - replies.length) : 0

export const askedAfter = ({ role_id, count }: AskedReplies, wanted: number, written: Written): AskedReplies => {
  const incomplete = written.incomplete ?? (written.replies.length < wanted ? words.fewerWritten : undefined)
  return incomplete === undefined ? { role_id, count } : { role_id, count, incomplete }
}

export const generationOf = ({ post }: Draft, role_id: RecordId, count: number): GenerateBody => ({
  tweet_id: present(post, 'post').tweet_id,
  role_id,
  count,
})

/**
 * Each reply keeps its account as long as `order` contains the account. Other replies get the next free account, and
 * remember the earlier one. Returns the same objects for unchanged replies.
 */
export const assigned = (
  { replies, senders = [] }: Pick<Draft, 'replies' | 'senders'>,
  order: readonly number[],
): Sender[] => {
  const able = new Set(order)
  const keeps = (sender: Sender | undefined): sender is Sender & { account_id: number } =>
    sender?.account_id != null && able.has(sender.account_id)
  const taken = new Set(senders.slice(0, replies.length).flatMap((sender) => (keeps(sender) ? sender.account_id : [])))
  const free = order.filter((id) => !taken.has(id)).values()
  return replies.map((_, index) => {
    const sender = senders[index]
    if (keeps(sender)) return sender
    const account_id = free.next().value ?? null
    const was = sender?.was ?? sender?.account_id ?? undefined
    if (sender && sender.account_id === account_id) return sender
    return was === undefined || was === account_id ? { account_id } : { account_id, was }
  })
}

export const sendingOf = ({ replies, senders = [] }: Draft, target: SendTarget): Sending => {
  const ids = replies.map((reply) => reply.reply_id)
  return 'group_name' in target
    ? {
        mode: 'batch',
        body: { reply_ids: ids, group_name: target.group_name },
        expected: replies.map(({ content }, index) => ({
          content,
          account_id: senders[index]?.account_id ?? undefined,
        })),
      }
    : {
        mode: 'solo',
        body: { reply_id: present(ids[0], 'reply'), twitter_account_id: target.twitter_account_id },
        expected: replies.slice(0, 1).map(({ content }) => ({ content })),
      }
}
