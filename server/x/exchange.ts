import type { IncomingHttpHeaders } from 'node:http'
import type { Observer, XCall } from '../metrics/observer'
import { NotSent, reasonOf } from '../outgoing/connect'
import { within } from '../outgoing/deadline'
import { type Answer, exchange as exchangeOnce } from '../outgoing/exchange'
import { type Ask, type Auth, type Signed, sign } from './sign'
import type { XOutcome } from './types'

export interface Wire {
  /** Scheme, host and port of the API, with an optional path before `/2`. */
  baseUrl: string
  /** Deadline in ms of the whole exchange, including the connection. */
  timeoutMs: number
  observer?: Pick<Observer, 'xCall'> | undefined
}

/**
 * Makes one exchange with X on a new connection: connects, then sends the one request that `ask` makes. Never rejects,
 * retries or follows a redirect.
 *
 * If the connection fails, the result is `notSent`: no byte of the request left this process. A failure between
 * connection and X's status line is `lost`. After the status line the result is `answer`, with `bodyReadable` only for
 * a complete JSON object or array of at most 1 MB for a post, a user or a token and 8 MB for a page of posts.
 */
export const exchange = async (wire: Wire, auth: Auth, ask: Ask, maySend?: () => boolean): Promise<XOutcome> => {
  const begunMs = performance.now()
  const signed = await sign(wire.baseUrl, auth, ask).catch(asUnsent)
  const outcome = signed instanceof NotSent ? unanswered(signed) : await outcomeOf(wire, signed, maySend)
  const { method, path } = signed instanceof NotSent ? { method: '', path: '' } : signed
  wire.observer?.xCall({ method, path, ...metOf(outcome), seconds: (performance.now() - begunMs) / 1000 })
  if (outcome.kind !== 'answer' || typeof auth !== 'object' || !('appKey' in auth)) return outcome
  return { ...outcome, isSigned: true }
}

const outcomeOf = ({ timeoutMs }: Wire, signed: Signed, maySend?: () => boolean): Promise<XOutcome> =>
  within(timeoutMs, undefined, (deadline) =>
    exchangeOnce({ ...signed, maxBytes: mostBytesOf(signed.path), maySend }, deadline),
  ).then(answered, unanswered)

const asUnsent = (error: unknown) => new NotSent(reasonOf(error))

const metOf = (outcome: XOutcome): Pick<XCall, 'status' | 'headers'> => {
  if (outcome.kind === 'answer') return { status: outcome.status, headers: outcome.headers }
  return { status: outcome.kind === 'lost' ? 'lost' : 'unsent', headers: {} }
}

/**
 * A page of a hundred long posts may have several megabytes; one post with related posts, a user or a token some
 * hundred KB.
 */
const mostBytesOf = (path: string): number => (/^(?:tweets|users\/me|oauth2\/)/.test(path) ? 1 : 8) * 1024 * 1024

/** If the body is incomplete, the answer counts as unreadable. */
export const answered = ({ status, headers, text, cut }: Answer): XOutcome => {
  const body = cut ? undefined : parsed(text)
  return {
    kind: 'answer',
    status,
    headers: flat(headers),
    body: body ?? text.slice(0, 2000),
    bodyReadable: body !== undefined,
  }
}

export const unanswered = (error: unknown): XOutcome => ({
  kind: error instanceof NotSent ? 'notSent' : 'lost',
  reason: reasonOf(error),
})

const parsed = (text: string): object | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

const flat = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  )
