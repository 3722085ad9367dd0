import { createHash } from 'node:crypto'
import type { View } from './scene'

export type ReplyRule = 'summoned' | 'open'

/**
 * X's side of the rule for replies through the API, as its changelog of 2026-02-23 words it: "only if the original
 * author @mentions the replying account in the post, or quotes one of its posts", and the author's own limits on top.
 * The handle that X itself puts before an answer counts as a mention, as reported since September 2026. Written only
 * from these texts, apart from the product's prediction.
 */
export const mayReply = (target: View, caller: { id: string; username: string }, rule: ReplyRule): boolean => {
  if (target.author.id === caller.id) return true
  const isAnswered = target.parent?.author.id === caller.id
  if (rule === 'summoned' && !isAnswered && !isSummoned(target, caller)) return false
  return isMentioned(target, caller) || isLetIn(target, caller)
}

/** True if somebody else mentioned or quoted the account: X charges less for such answers. */
export const isSummoned = (target: View, caller: { id: string; username: string }): boolean =>
  target.author.id !== caller.id && (isMentioned(target, caller) || target.quoted?.author.id === caller.id)

const isMentioned = ({ text }: View, { username }: { username: string }): boolean =>
  typedHandles(text).has(username.toLowerCase())

/** Nobody in the sandbox is verified or subscribes to anybody; about every third account is followed. */
const isLetIn = ({ replySettings = 'everyone', author }: View, caller: { id: string }): boolean =>
  replySettings === 'everyone' || (replySettings === 'following' && follows(author.id, caller.id))

const follows = (one: string, other: string): boolean =>
  createHash('sha256').update(`${one} follows ${other}`).digest().readUInt8() % 3 === 0

const typedHandles = (text: string): Set<string> =>
  new Set([...text.matchAll(/(?<![\w@＠])[@＠](\w{1,20})(?![\w@])/g)].map(([, handle = '']) => handle.toLowerCase()))
