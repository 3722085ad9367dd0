import { emptyComposerForm } from '../../schemas/draft'
import { type LastFields, type PreparedDrafts, type QueueEntry, queueMessages } from '../../schemas/queue'
import type { GenerateBody } from '../../schemas/replies'
import { partOf } from '../composer/replyDraft'
import type { NextFields, Prepared } from '../composer/replyFlowEvents'
import { failureText } from '../crud/failure'
import type { EntryId } from './queueList'
import type { QueueContext } from './queueSetup'

/** A post whose replies are being written before its turn, and the fields they are asked for with. */
export interface Writing {
  id: EntryId
  fields: LastFields
}

/** What came of it. */
export type Outcome = Omit<PreparedDrafts, 'fields' | 'phase'> & { phase: 'none' | 'ready' }

/** Why there are none, in the server's words. */
export const nothingOf = (error: unknown): Outcome => ({
  phase: 'none',
  replies: [],
  problem: failureText(error, queueMessages.notWritten),
})

/** What these fields ask of Preview; undefined where they do not say it. */
export const requestOf = ({ role_id, count }: LastFields): { role_id: number; count: number } | undefined => {
  const request = { role_id: Number(role_id), count: Number(count) }
  return request.role_id > 0 && request.count > 0 ? request : undefined
}

/** What the first call of that Preview asks for; the composer asks for what is left of it. */
export const generationFor = ({ id, fields }: Writing): GenerateBody => {
  const { role_id = 0, count = 0 } = requestOf(fields) ?? {}
  return { tweet_id: id, role_id, count: fields.mode === 'solo' ? 1 : partOf(count) }
}

/** Whether both ask for the same replies, to be sent the same way. */
const isSameRequest = (one: LastFields, other: LastFields): boolean =>
  one.mode === other.mode &&
  one.role_id === other.role_id &&
  (one.mode === 'solo'
    ? one.account_id === other.account_id
    : one.group_name === other.group_name && one.count === other.count)

type Drafting = Pick<QueueContext, 'entries' | 'settings' | 'last' | 'sight' | 'asked'>

/** Of which post replies are written next. None is asked for twice, and no more hold unsent ones than the operator pays for. */
export const undraftedOf = ({ entries, settings, last, sight, asked }: Drafting): Writing | undefined => {
  if (!last || last.mode !== sight?.fields.mode || requestOf(last) === undefined) return undefined
  const others = entries.filter(({ id }) => id !== sight.linked)
  const unsent = others.filter(({ drafts }) => drafts !== undefined && drafts.phase !== 'none')
  if (unsent.length >= settings.drafts) return undefined
  const next = others
    .filter(({ isSkipped }) => !isSkipped)
    .slice(0, settings.drafts)
    .find((entry) => entry.isRead && !entry.problem && !entry.drafts && !asked.includes(entry.id))
  return next && { id: next.id, fields: last }
}

type Seen = Pick<QueueContext, 'entries' | 'sight'>

const inComposer = ({ entries, sight }: Seen): QueueEntry | undefined =>
  entries.find(({ id }) => id === sight?.linked && id === sight.post?.tweet_id)

/** The replies that wait for the post in the composer, where it stands there without any. */
export const waitingDrafts = (context: Seen): PreparedDrafts | undefined => {
  const drafts = inComposer(context)?.drafts
  return context.sight?.isReady && drafts?.phase === 'ready' ? drafts : undefined
}

/** What the composer is given: only for the post, and with the fields, that they were asked for with. */
export const handedOver = (context: Seen): Prepared | undefined => {
  const drafts = waitingDrafts(context)
  const request = drafts && requestOf(drafts.fields)
  const { sight } = context
  if (!request || !sight?.linked || !isSameRequest(drafts.fields, sight.fields)) return undefined
  const { replies, incomplete } = drafts
  return { ...request, tweet_id: sight.linked, mode: drafts.fields.mode, written: { replies, incomplete } }
}

/** Whether replies of this post are there, or on their way, that the fields of the last send would ask for. */
export const isPrepared = (
  { last, sight, writing }: Pick<QueueContext, 'last' | 'sight' | 'writing'>,
  { id, drafts }: QueueEntry,
): boolean => {
  const fields = drafts?.phase === 'ready' ? drafts.fields : writing?.id === id ? writing.fields : undefined
  return fields !== undefined && last !== undefined && isSameRequest(fields, last) && last.mode === sight?.fields.mode
}

/** Whether the post in the composer is such a one. */
export const isComing = (context: Seen & Pick<QueueContext, 'last' | 'writing'>): boolean => {
  const entry = inComposer(context)
  return entry !== undefined && isPrepared(context, entry)
}

/** Whether its replies are on their way, and what the composer shows meanwhile is the post alone. */
export const isBeingWritten = ({ sight, writing }: Pick<QueueContext, 'sight' | 'writing'>): boolean =>
  writing !== undefined && writing.id === sight?.linked && sight.isReady

/** Theirs, with what is known here of replies that were paid for and they do not know yet. */
export const withKnownDrafts = (theirs: QueueEntry[], known: QueueEntry[]): QueueEntry[] => {
  const merged = theirs.map((entry) => {
    const { drafts } = known.find(({ id }) => id === entry.id) ?? entry
    return drafts && rankOf(drafts) > rankOf(entry.drafts) ? { ...entry, drafts } : entry
  })
  return merged.every((entry, index) => entry === theirs[index]) ? theirs : merged
}

const phases = ['none', 'ready', 'handed']

const rankOf = (drafts: PreparedDrafts | undefined): number => (drafts ? phases.indexOf(drafts.phase) : -1)

/** The fields that the last send said something in, as the composer takes them; none where nothing was sent yet. */
export const repeated = ({ last }: { last?: LastFields | undefined }): NextFields => {
  if (!last) return {}
  const { mode: _, ...fields } = last
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
}

/** What was chosen for the next post since the last send began; what was filled in since stands as it was left. */
export const chosen = ({ sight, filled }: Pick<QueueContext, 'sight' | 'filled'>): NextFields => {
  if (sight?.phase !== 'sent') return {}
  const { mode: _, ...fields } = sight.fields
  const empty: Record<string, string> = emptyComposerForm
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => name in filled || value !== empty[name]))
}
