import { type RecordId, recordId } from '../../schemas/base'
import { emptyComposerForm } from '../../schemas/composer/draft'
import { type GenerateBody, partOf } from '../../schemas/composer/replies'
import type { LastFields, PreparedDrafts, QueueEntry } from '../../schemas/queue/queue'
import { notWritten } from '../../schemas/queue/queue.words'
import type { NextFields, Prepared } from '../composer/replyFlowEvents'
import { failureText } from '../crud/failure'
import type { EntryId } from './queueList'
import type { QueueContext } from './queueSetup'

export interface Writing {
  id: EntryId
  fields: LastFields
}

export type Outcome = Omit<PreparedDrafts, 'fields' | 'phase'> & { phase: 'none' | 'ready' }

export const nothingOf = (error: unknown): Outcome => ({
  phase: 'none',
  replies: [],
  problem: failureText(error, notWritten),
})

export const requestOf = ({ role_id, count }: LastFields): { role_id: RecordId; count: number } | undefined => {
  const request = { role_id: recordId(role_id), count: Number(count) }
  return request.role_id !== '' && request.role_id !== 0 && request.count > 0 ? request : undefined
}

/** The composer requests the remaining replies. */
export const generationFor = ({ id, fields }: Writing): GenerateBody => {
  const { role_id = 0, count = 0 } = requestOf(fields) ?? {}
  return { tweet_id: id, role_id, count: fields.mode === 'solo' ? 1 : partOf(count) }
}

const isSameRequest = (one: LastFields, other: LastFields): boolean =>
  one.mode === other.mode &&
  one.role_id === other.role_id &&
  (one.mode === 'solo'
    ? one.account_id === other.account_id
    : one.group_name === other.group_name && one.count === other.count)

type Drafting = Pick<QueueContext, 'entries' | 'settings' | 'last' | 'view' | 'asked'>

export const undraftedOf = ({ entries, settings, last, view, asked }: Drafting): Writing | undefined => {
  if (!last || last.mode !== view?.fields.mode || requestOf(last) === undefined) return undefined
  const others = entries.filter(({ id }) => id !== view.linked)
  const unsent = others.filter(({ drafts }) => drafts !== undefined && drafts.phase !== 'none')
  if (unsent.length >= settings.drafts) return undefined
  const next = others
    .filter(({ isSkipped }) => !isSkipped)
    .slice(0, settings.drafts)
    .find((entry) => entry.isRead && !entry.problem && !entry.drafts && !asked.includes(entry.id))
  return next && { id: next.id, fields: last }
}

type Seen = Pick<QueueContext, 'entries' | 'view'>

const inComposer = ({ entries, view }: Seen): QueueEntry | undefined =>
  entries.find(({ id }) => id === view?.linked && id === view.post?.tweet_id)

export const waitingDrafts = (context: Seen): PreparedDrafts | undefined => {
  const drafts = inComposer(context)?.drafts
  return context.view?.isReady && drafts?.phase === 'ready' ? drafts : undefined
}

export const composerDrafts = (context: Seen): Prepared | undefined => {
  const drafts = waitingDrafts(context)
  const request = drafts && requestOf(drafts.fields)
  const { view } = context
  if (!request || !view?.linked || !isSameRequest(drafts.fields, view.fields)) return undefined
  const { replies, incomplete } = drafts
  return { ...request, tweet_id: view.linked, mode: drafts.fields.mode, written: { replies, incomplete } }
}

export const isPrepared = (
  { last, view, writing }: Pick<QueueContext, 'last' | 'view' | 'writing'>,
  { id, drafts }: QueueEntry,
): boolean => {
  const fields = drafts?.phase === 'ready' ? drafts.fields : writing?.id === id ? writing.fields : undefined
  return fields !== undefined && last !== undefined && isSameRequest(fields, last) && last.mode === view?.fields.mode
}

export const isComing = (context: Seen & Pick<QueueContext, 'last' | 'writing'>): boolean => {
  const entry = inComposer(context)
  return entry !== undefined && isPrepared(context, entry)
}

export const isBeingWritten = ({ view, writing }: Pick<QueueContext, 'view' | 'writing'>): boolean =>
  writing !== undefined && writing.id === view?.linked && view.isReady

/** Another tab’s entries, with the paid replies of this tab that it does not know yet. */
export const withKnownDrafts = (theirs: QueueEntry[], known: QueueEntry[]): QueueEntry[] => {
  const merged = theirs.map((entry) => {
    const { drafts } = known.find(({ id }) => id === entry.id) ?? entry
    return drafts && rankOf(drafts) > rankOf(entry.drafts) ? { ...entry, drafts } : entry
  })
  return merged.every((entry, index) => entry === theirs[index]) ? theirs : merged
}

const phases = ['none', 'ready', 'handed']

const rankOf = (drafts: PreparedDrafts | undefined): number => (drafts ? phases.indexOf(drafts.phase) : -1)

export const repeated = ({ last }: { last?: LastFields | undefined }): NextFields => {
  if (!last) return {}
  const { mode: _, ...fields } = last
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
}

/** The fields that the operator changed since the last send, without those that were filled in automatically. */
export const chosen = ({ view, filled }: Pick<QueueContext, 'view' | 'filled'>): NextFields => {
  if (view?.phase !== 'sent') return {}
  const { mode: _, ...fields } = view.fields
  const empty: Record<string, string> = emptyComposerForm
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => name in filled || value !== empty[name]))
}
