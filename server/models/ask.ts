import { cleanText } from '../cleanText'
import { NotSent } from '../outgoing/connect'
import { type Answered, type Caller, call, failureOf, Unrecorded, underDeadline } from './call'
import { type Completion, readCompletion } from './completion'
import { invisibleIn } from './draftChecks/invisible'
import { isModelGone } from './gone'
import { type Format, type Ladder, refusesFormat, refusesRoles, responseFormat, withoutSystem } from './ladder'
import type { Met, ModelLedger } from './ledger'
import { buildMessages, type Message } from './prompt/prompt'
import { nameOf, type Provider, secretsOf } from './provider'
import { readReplies } from './readReplies'
import { presentable, withoutSecrets } from './refusals'
import { mayRefuseThinking, refusesThinking, thinkingFields } from './thinking'
import { type GenerateRequest, ModelError } from './types'
import * as words from './words'

export interface Chunk {
  caller: Caller
  ladder: Ladder
  request: GenerateRequest
  missing: number
  /** Texts that the new replies must not repeat. */
  present: readonly string[]
  /** The number of replies to the post so far. */
  from: number
  /** @throws ModelError if the prompt is too long for the model. */
  assertFits(messages: readonly Message[], replies: number): Promise<void>
  /** Undefined if calls cost nothing. */
  ledger?: ModelLedger | undefined
}

export interface Brought extends Completion {
  /** Reasons to look at a reply, by its text, in words that follow "This reply". */
  notes: ReadonlyMap<string, readonly string[]>
  /** True if the model ignored the format, so that the next request uses another format. */
  stepped: boolean
  /** The id of the call in the ledger. */
  call: number | undefined
}

/** Twice the size of the 20 longest replies with long reasoning. The event loop parses the answer. */
const answerBytes = 1024 * 1024
const longestReply = 10_000

/**
 * Makes one paid request. Before the paid request, free refusals may show which format the model accepts.
 *
 * @returns the answer, even without a reply if another try may bring replies.
 * @throws ModelError, Unrecorded
 */
export const ask = (
  { caller, ladder, request, missing, present, from, assertFits, ledger }: Chunk,
  signal?: AbortSignal,
): Promise<Brought> =>
  underDeadline(caller, signal, async (deadline) => {
    const model = request.role.model_name
    const built = buildMessages(request, missing, present, from)
    await assertFits(built, missing)
    const secrets = secretsOf(caller.provider)
    const { thinking = 'provider' } = request.role
    const waysToThink = thinkingFields(caller.provider, thinking)
    const lastWay = waysToThink.length - 1
    /**
     * Set while requests without the thinking field search for the reason of a refusal; `alone` if only that field
     * differs.
     */
    let probe: 'alone' | 'among others' | undefined
    let isFolded = ladder.isFolded(model)
    for (;;) {
      const way = probe === undefined ? ladder.thinkingStep(thinking, model) : lastWay
      const format = ladder.formatFor(model)
      const messages = isFolded ? withoutSystem(built) : built
      const asked = {
        provider: nameOf(caller.provider),
        model,
        messages: messages.map(({ role, content }) => ({ role, content: withoutSecrets(content, secrets) })),
        replies: missing,
        isRewrite: (request.turnedDown ?? request.rewritten) !== undefined,
      }
      const body = { model, messages, ...responseFormat[format], ...waysToThink[way] }
      deadline.throwIfAborted()
      const entry = await ledger?.begin(asked).catch((cause: unknown) => {
        throw cause instanceof ModelError
          ? cause
          : new Unrecorded('A call to the model could not be recorded', { cause })
      })
      const settle = async (met: Met) => {
        if (entry !== undefined) await ledger?.end(entry, met)
      }
      if (deadline.aborted) await settle({ kind: 'refused' })
      deadline.throwIfAborted()
      const answer = await call(caller, { path: '/chat/completions', body, maxBytes: answerBytes }, deadline).catch(
        async (error: unknown) => {
          await settle({ kind: error instanceof NotSent ? 'refused' : 'lost' })
          throw error
        },
      )
      const read = readAnswer(answer, missing)
      await settle(metBy(answer, read))
      if (isFolded && !answer.refusal) ladder.fold(model)
      if (probe === 'alone' && !answer.refusal) ladder.keepThinkingStep(thinking, model, lastWay)
      if (answer.refusal && !read && isModelGone(answer.refusal, model)) throw goneFailure(answer.refusal, request.role)
      if (answer.refusal && !read && way < lastWay) {
        const isNamed = refusesThinking(answer.refusal, model)
        if (isNamed) ladder.keepThinkingStep(thinking, model, way + 1)
        else if (mayRefuseThinking(answer.refusal)) probe = 'alone'
        if (isNamed || probe !== undefined) continue
      }
      const refusesSystem = !isFolded && answer.refusal !== undefined && refusesRoles(answer.refusal)
      const isUnfit = answer.refusal ? refusesFormat(answer.refusal) : read !== undefined && ignoresFormat(read, format)
      const stepped = isUnfit && ladder.stepDown(model, format)
      if (read) return { ...settled(read, stepped, caller.provider), call: entry }
      if (probe !== undefined) probe = 'among others'
      if (stepped) continue
      if (!refusesSystem) throw failureOf(answer, caller.provider, 'a completion')
      isFolded = true
    }
  })

const goneFailure = ({ said, realStatus }: NonNullable<Answered['refusal']>, role: GenerateRequest['role']) =>
  new ModelError(words.modelGone(role.model_name, role.name || words.thisCharacter, said), realStatus, true)

type Cleaned = Completion & Pick<Brought, 'notes'>

/** Status of gateways when the provider behind them was still writing; 524 is OpenRouter's. */
const gatewayTimeouts = [504, 524]

/** A refused request costs nothing, unless the model wrote text that was discarded (Groq's JSON mode) or cut off. */
const metBy = ({ refusal }: Answered, read: Cleaned | undefined): Met => {
  if (read) return { kind: 'answered', usage: read.usage, texts: read.texts }
  if (!refusal || refusal.written !== undefined || refusal.isLate) return { kind: 'lost' }
  return { kind: gatewayTimeouts.includes(refusal.realStatus) ? 'lost' : 'refused' }
}

/** @returns undefined if the text is not a completion, or if a refusal or a broken answer contains no whole reply. */
const readAnswer = ({ refusal, status, text, cut }: Answered, count: number): Cleaned | undefined => {
  if (!refusal) {
    const read = readCompletion(text, count, cut !== undefined)
    return read && withCleanTexts(read, cut === undefined)
  }
  const partial = refusal.isLate && status < 300 ? readCompletion(text, count, true) : undefined
  const read = partial ?? readReplies(refusal.written ?? '', count, true)
  return withCleanTexts({ ...read, ending: 'cut', said: refusal.said }, false)
}

const withCleanTexts = (read: Completion, mayBeEmpty: boolean): Cleaned | undefined => {
  const notes = new Map<string, string[]>()
  const texts = read.texts
    .filter((text) => text.length <= longestReply)
    .map((text) => {
      const clean = cleanText(text)
      const hidden = invisibleIn(text)
      const found = [
        ...(read.doubt === undefined ? [] : [words.mayBeMisread(read.doubt)]),
        ...(hidden === undefined ? [] : [words.hiddenRemoved(hidden)]),
      ]
      if (found.length > 0) notes.set(clean, found)
      return clean
    })
    .filter((text) => text !== '')
  return texts.length > 0 || mayBeEmpty ? { ...read, texts, notes } : undefined
}

const ignoresFormat = ({ form, ending }: Completion, format: Format): boolean =>
  format !== 'text' && form !== 'asked' && ['whole', 'empty', 'unreadable'].includes(ending)

const settled = (read: Cleaned, stepped: boolean, provider: Provider): Omit<Brought, 'call'> => {
  const said = presentable(read.said, secretsOf(provider))
  if (read.texts.length > 0 || read.ending === 'empty' || read.ending === 'unreadable' || stepped)
    return { ...read, said, stepped }
  throw new ModelError(words.provider(said))
}
