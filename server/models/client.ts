import { repliesPerCall } from '../../src/schemas/composer/replies'
import { createNovelty } from '../../src/schemas/composer/similar'
import { whyUnavailable } from '../db/unavailable'
import { messageOf } from '../messageOf'
import type { WarningLog } from '../quietly'
import { ask, type Chunk } from './ask'
import { type Caller, call, failureOf, Unrecorded, underDeadline } from './call'
import { createLadder } from './ladder'
import { modelsIn } from './modelList'
import { distinctTexts } from './prompt/texts'
import { modelInAddress, type Provider } from './provider'
import { type Generated, type GenerateRequest, type ListedModel, type ModelClient, ModelError } from './types'
import { createWindows } from './windows'
import * as words from './words'

export interface ModelClientOptions extends Provider {
  /** Deadline in ms of each answer of the provider, with repetitions. */
  timeoutMs: number
  /** Ms before a second try if the provider names no time. */
  retryMs?: number
  log?: WarningLog
  observer?: Caller['observer'] | undefined
}

/** The newest drafts that a request mentions. */
const passedOn = 100
const listBytes = 16 * 1024 * 1024
/** Ms that a long prompt waits for the list of models. */
const mostForList = 3_000

/**
 * A client for OpenAI's chat completions and for the dialects in `facts/providers.json`.
 *
 * A generation costs money, so the client never requests replies again that an answer already contains, and repeats a
 * call only if the provider refused it as busy.
 */
export const createModelClient = ({
  timeoutMs,
  retryMs = 1_000,
  log = { warn: () => undefined },
  observer,
  ...provider
}: ModelClientOptions): ModelClient => {
  const caller: Caller = { provider, timeoutMs, retryMs, log, observer }
  const ladder = createLadder()
  const windows = createWindows()
  return {
    contextTokens: windows.of,
    async listModels(signal) {
      const models = await listModels(caller, signal)
      windows.keep(models)
      return models
    },
    generateReplies(request, signal, ledger) {
      const briefly = { ...caller, timeoutMs: Math.min(timeoutMs, mostForList) }
      const readList = () => listModels(briefly, signal).then(windows.keep, () => undefined)
      const assertFits: Chunk['assertFits'] = (messages, replies) =>
        windows.assertFits({ model: request.role.model_name, messages, replies }, readList)
      return generate({ caller, ladder, assertFits, ledger }, request, signal)
    },
  }
}

const listModels = async (caller: Caller, signal?: AbortSignal): Promise<ListedModel[]> => {
  const named = modelInAddress(caller.provider)
  if (named !== undefined) return [{ id: named }]
  return underDeadline(caller, signal, async (deadline) => {
    const answer = await call(caller, { path: '/models', maxBytes: listBytes }, deadline)
    const models = answer.refusal || answer.cut ? undefined : modelsIn(answer.text)
    if (models) return models
    throw failureOf(answer, caller.provider, words.listOfModels)
  })
}

/**
 * Requests replies in chunks, one after another, so that each prompt contains the earlier replies. A chunk with less
 * than half of its replies may be repeated as often as there are chunks, an unreadable answer once. After that, the
 * caller gets the replies so far.
 */
const generate = async (
  through: Pick<Chunk, 'caller' | 'ladder' | 'assertFits' | 'ledger'>,
  request: GenerateRequest,
  signal?: AbortSignal,
): Promise<Generated> => {
  const { count, present = [] } = request
  const isNew = createNovelty()
  for (const text of present) isNew(text)
  const fresh: string[] = []
  const repeated: string[] = []
  const notes = new Map<string, readonly string[]>()
  const by = new Map<string, number>()
  let spare = Math.ceil(count / repliesPerCall)
  let size = repliesPerCall
  let reason = ''
  let wasUnreadable = false
  while (fresh.length < count) {
    const missing = Math.min(size, count - fresh.length)
    const told = fresh.slice(-passedOn)
    const earlier = [...present.slice(0, passedOn - told.length), ...told]
    const brought = await ask(
      { ...through, request, missing, present: earlier, from: present.length + fresh.length },
      signal,
    ).catch(asFailure)
    if (brought instanceof Error) {
      if (fresh.length + repeated.length === 0) throw brought instanceof Unrecorded ? brought.cause : brought
      reason = brought instanceof ModelError ? brought.detail : whyUnrecorded(through.caller, brought)
      break
    }
    for (const [text, told] of brought.notes) notes.set(text, told)
    const before = fresh.length
    for (const text of brought.texts) {
      if (brought.call !== undefined && !by.has(text)) by.set(text, brought.call)
      ;(isNew(text) ? fresh : repeated).push(text)
    }
    const gained = fresh.length - before
    reason = brought.ending === 'whole' ? '' : words.provider(brought.said)
    if (brought.ending === 'refused') break
    if (brought.ending === 'unreadable' && wasUnreadable && !brought.stepped) break
    wasUnreadable ||= brought.ending === 'unreadable'
    if (brought.ending === 'cut') size = Math.max(1, Math.min(size, gained))
    if (gained * 2 >= missing || brought.stepped) continue
    if (spare === 0) break
    spare -= 1
  }
  const replies = distinctTexts([...fresh, ...repeated]).slice(0, count)
  const named = { ...(notes.size > 0 ? { notes } : {}), ...(by.size > 0 ? { by } : {}) }
  if (replies.length === count) return { replies, ...named }
  const incomplete = reason || words.tooFew(replies.length, count)
  if (replies.length === 0) throw new ModelError(incomplete)
  return { replies, ...named, incomplete }
}

const whyUnrecorded = ({ log }: Caller, { message, cause }: Unrecorded): string => {
  log.warn({ reason: messageOf(cause) }, 'models: a call could not be recorded')
  return whyUnavailable(cause) ?? message
}

const asFailure = (error: unknown): ModelError | Unrecorded => {
  if (error instanceof ModelError || error instanceof Unrecorded) return error
  throw error
}
