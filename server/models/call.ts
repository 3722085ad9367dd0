import { setTimeout as wait } from 'node:timers/promises'
import type { Observer } from '../metrics/observer'
import { NotSent, reasonOf } from '../outgoing/connect'
import { DeadlinePassed, within } from '../outgoing/deadline'
import { type Answer, exchange } from '../outgoing/exchange'
import { retryAfterMs } from '../outgoing/retryAfter'
import type { WarningLog } from '../quietly'
import { bodyIn } from './body'
import { hasGoneCode } from './gone'
import { endpoint, headersOf, type Provider, secretsOf } from './provider'
import { presentable, type Refusal, refusalIn, requestIdOf, unexplained } from './refusals'
import { ModelError } from './types'
import * as modelsWords from './words'

export interface Caller {
  provider: Provider
  /** Deadline in ms of a call and its repetitions. */
  timeoutMs: number
  /** Ms before a second try if the provider names no time. */
  retryMs: number
  log: WarningLog
  observer?: Pick<Observer, 'modelCall'> | undefined
}

export interface Call {
  path: '/models' | '/chat/completions'
  body?: object
  maxBytes: number
}

/** An answer that is not a refusal, or a refusal that the caller handles. */
export interface Answered extends Answer {
  refusal?: Refusal & {
    /** The provider's reason, in words that follow "The model provider". */
    said: string
    realStatus: number
  }
}

/** A call was not made, because the ledger could not record it. */
export class Unrecorded extends Error {}

/** Runs `work` with one deadline and turns its errors into a `ModelError`. */
export const underDeadline = async <T>(
  { provider, timeoutMs }: Pick<Caller, 'provider' | 'timeoutMs'>,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  try {
    return await within(timeoutMs, signal, (deadline) =>
      work(deadline).catch((error: unknown) => {
        if (error instanceof NotSent) deadline.throwIfAborted()
        throw error
      }),
    )
  } catch (error) {
    if (error instanceof ModelError || error instanceof Unrecorded || signal?.aborted) throw error
    if (error instanceof DeadlinePassed) throw new ModelError(modelsWords.noAnswerWithin(error.ms / 1000))
    throw new ModelError(modelsWords.unreachable(presentable(reasonOf(error), secretsOf(provider))))
  }
}

/** Makes one call, and a second one if the provider is busy and asks for a pause that ends before the deadline. */
export const call = async (caller: Caller, asked: Call, signal: AbortSignal): Promise<Answered> => {
  const deadline = performance.now() + caller.timeoutMs
  const answer = await callOnce(caller, asked, signal)
  if (!answer.refusal || answer.refusal.isLate) return answer
  if (!mayPass(answer.refusal.realStatus, answer.refusal.code) || hasGoneCode(answer.refusal)) return answer
  const ms = retryAfterMs(answer.headers, Date.now()) ?? caller.retryMs
  if (performance.now() + ms >= deadline) return answer
  await wait(ms, undefined, { signal }).catch(() => signal.throwIfAborted())
  return callOnce(caller, asked, signal)
}

const passing = [429, 503, 529]

/** Whether the same call may succeed soon. A used-up quota is a 429 that waiting does not change. */
const mayPass = (status: number, code: string): boolean => passing.includes(status) && code !== 'insufficient_quota'

/** A refusal inside a 200 names the real status. */
const realStatus = (status: number, refusal: Refusal): number => (status < 300 ? (refusal.status ?? 502) : status)

const callOnce = async (caller: Caller, asked: Call, signal: AbortSignal): Promise<Answered> => {
  const { provider, log } = caller
  const { path } = asked
  const answer = await timedExchange(caller, asked, signal)
  const parsed = bodyIn(answer.text)
  const isRefused = answer.status < 200 || answer.status >= 300
  const refusal = refusalIn(parsed ?? plainText(answer.text), isRefused) ?? (isRefused ? unexplained : undefined)
  if (refusal === undefined) return answer
  const status = realStatus(answer.status, refusal)
  const words = saidOf(status, answer, refusal, secretsOf(provider))
  const id = requestIdOf(answer.headers, parsed)
  log.warn({ provider: endpoint(provider, path).host, path, status, requestId: id, words }, modelsWords.refused)
  const said = id === undefined ? words : modelsWords.ofRequest(words, id)
  return { ...answer, refusal: { ...refusal, said, realStatus: status } }
}

const timedExchange = async (
  { provider, observer }: Caller,
  { path, body, maxBytes }: Call,
  signal: AbortSignal,
): Promise<Answer> => {
  const begunMs = performance.now()
  const url = endpoint(provider, path)
  const asked = {
    method: body ? ('POST' as const) : ('GET' as const),
    url,
    headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...headersOf(provider) },
    body: body && JSON.stringify(body),
    maxBytes,
  }
  const observe = (status: number | 'none') =>
    observer?.modelCall({ provider: url.host, path, status, seconds: (performance.now() - begunMs) / 1000 })
  try {
    const answer = await exchange(asked, signal)
    observe(answer.status)
    return answer
  } catch (error) {
    observe('none')
    throw error
  }
}

export const failureOf = ({ refusal, cut }: Answered, provider: Provider, wanted: string): Error => {
  if (refusal) return new ModelError(modelsWords.provider(refusal.said), refusal.realStatus)
  if (cut instanceof DeadlinePassed) return cut
  if (cut) return new ModelError(modelsWords.brokeOff(presentable(cut.message, secretsOf(provider))))
  return new ModelError(modelsWords.unexpected(wanted))
}

/** Accepts a body such as "upstream connect error", which is neither JSON nor a page. */
const plainText = (text: string) => (/^\s*<|<\/?html/i.test(text) || text.length > 2_000 ? undefined : text)

/** Ignores HTML, because a proxy's page does not help an operator. */
const saidOf = (status: number, { headers }: Answer, { words }: Refusal, secrets: readonly string[]): string => {
  if (status < 400) return modelsWords.redirects(status)
  const reason = words ? presentable(words, secrets) : modelsWords.httpStatus(status)
  const waitMs = (mayPass(status, '') && retryAfterMs(headers, Date.now())) || 0
  const wait = waitMs > 0 ? modelsWords.asksToWait(Math.ceil(waitMs / 1000)) : ''
  return `${status >= 500 ? modelsWords.failedBecause(reason) : modelsWords.refusedBecause(reason)}${wait}`
}
