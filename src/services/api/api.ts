import * as z from 'zod/mini'
import { enrolFirst, problem } from '../../schemas/base'
import type { Schema } from '../../schemas/call'
import type { Call, CallAnswer, CallInput, CallName, Contract } from '../../schemas/contract'
import { picked } from '../../schemas/picked'
import * as words from '../../schemas/shell/shell.words'
import type { AnsweredCall } from './requestLog'

/** The server refused the call. `detail` contains its own words, if it gave any. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  constructor(
    readonly status: number,
    readonly detail: string | undefined,
  ) {
    super(detail ?? words.serverAnswered(status))
  }
}

/** Not sent, because the provider offers only the specified calls. */
export class NotOffered extends ApiError {
  constructor() {
    super(404, words.notOffered)
  }
}

/** No answer came, so nobody knows whether the call took effect. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
}

/** The answer does not match the contract. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer'
}

export interface CallOptions {
  /** Only for reads: leaving a screen must never cancel a write. */
  signal?: AbortSignal
  headers?: Record<string, string>
  onHeaders?: (headers: Headers) => void
}

type Arguments<N extends CallName> =
  Partial<CallInput<N>> extends CallInput<N>
    ? [input?: CallInput<N> & CallOptions]
    : [input: CallInput<N> & CallOptions]

/** Rejects with ApiError, NetworkError or UnreadableAnswer. */
export type Api = { [N in CallName]: (...args: Arguments<N>) => Promise<CallAnswer<N>> }

export interface ApiDependencies {
  /** Without a trailing slash, e.g. `/api/v1`. */
  baseUrl: string
  token: () => string | undefined
  /** Receives the refused token after a 401, unless the caller passed its own token. */
  onUnauthorized: (token: string | undefined) => void
  /** The server refuses everything until the operator sets up a second factor. */
  onMustEnrol?: () => void
  /** False if the provider offers only the specified calls. Without it, every call is sent. */
  isOurs?: () => boolean | Promise<boolean>
  fetch: typeof fetch
  note?: (call: AnsweredCall) => void
  /** Returns true if a schema would return the value unchanged: a faster way to read long lists. */
  fastCheck?: (schema: Schema, value: unknown) => boolean
}

interface WireInput extends CallOptions {
  params?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: unknown
}

/** `calls` is the contract, or the part that the page needs. */
export const createApi = <N extends CallName>(
  calls: Pick<Contract, N>,
  dependencies: ApiDependencies,
): Pick<Api, N> => {
  const perform =
    (name: string, call: Call) =>
    (input: WireInput = {}) =>
      callWire(dependencies, name, call, input)
  return Object.fromEntries(
    Object.entries<Call>(calls).map(([name, call]) => [name, perform(name, call)]),
  ) as unknown as Pick<Api, N>
}

const callWire = async (
  {
    baseUrl,
    token,
    onUnauthorized,
    onMustEnrol = () => {},
    isOurs = () => true,
    fetch,
    note = () => {},
    fastCheck = () => false,
  }: ApiDependencies,
  name: string,
  call: Call,
  input: WireInput,
): Promise<unknown> => {
  const isFree = isAsSpecified(call, input) || (await isOurs())
  const { params = {}, query = {}, body, signal, headers, onHeaders } = isFree ? input : specifiedPart(call, input)
  const isOfSession = headers?.Authorization === undefined
  const bearer = isOfSession ? token() : undefined
  const request: RequestInit = {
    method: call.method,
    headers: {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      ...(bearer ? { Authorization: `Bearer ${bearer}` } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  }
  const at = Date.now()
  const tell = (answer?: Response) => note({ at, call: name, ms: Date.now() - at, answer })
  const response = await reach(() => fetch(`${baseUrl}${pathOf(call, params)}${searchOf(query)}`, request), tell)
  tell(response)
  onHeaders?.(response.headers)
  if (response.ok && call.reads === 'ignored') return discard(response)
  const answer = await reach(() => response.text())
  if (!response.ok) {
    if (response.status === 401 && call.auth && isOfSession) onUnauthorized(bearer)
    const detail = detailOf(answer)
    if (response.status === 403 && detail === enrolFirst) onMustEnrol()
    throw new ApiError(response.status, detail)
  }
  return read(call, answer, fastCheck)
}

const isAsSpecified = ({ specified }: Call, { query, body, headers }: WireInput): boolean =>
  specified !== undefined &&
  headers === undefined &&
  [query, body].every((fields) => Object.keys(fields ?? {}).every((name) => specified.includes(name)))

const specifiedPart = ({ specified }: Call, { headers: _, query = {}, body, ...rest }: WireInput): WireInput => {
  if (!specified) throw new NotOffered()
  return {
    ...rest,
    query: picked(query, specified),
    ...(body === undefined ? {} : { body: picked(Object(body), specified) }),
  }
}

const reach = async <T>(attempt: () => Promise<T>, onFailed = () => {}): Promise<T> => {
  try {
    return await attempt()
  } catch (cause) {
    onFailed()
    throw new NetworkError(words.serverUnreachable, { cause })
  }
}

/** The body is read to free the connection; nobody waits for it. */
const discard = (response: Response): void => {
  response.text().catch(() => undefined)
}

const pathOf = (call: Call, params: Record<string, string | number>): string =>
  call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))

const searchOf = (query: Record<string, unknown>): string => {
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString()
  return search === '' ? '' : `?${search}`
}

/** A post's id has more digits than a number keeps. */
const withLongNumbersAsText = (json: string): string =>
  /[:[,]\s*-?\d{16}/.test(json)
    ? json.replace(/"(?:[^"\\]|\\.)*"?|[\d.eE+-]+/gs, (part) => (/^-?\d{16,}$/.test(part) ? `"${part}"` : part))
    : json

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(withLongNumbersAsText(text))
  } catch {
    return undefined
  }
}

const detailOf = (answer: string): string | undefined => {
  const refused = problem.safeParse(parsed(answer))
  return refused.success ? refused.data.detail : undefined
}

const read = async (call: Call, answer: string, fastCheck: (schema: Schema, value: unknown) => boolean) => {
  const value = parsed(answer)
  if (fastCheck(call.answer, value)) return value
  const result = z.safeParse(call.answer, value)
  if (result.success) return result.data
  if (call.reads === 'optional') return undefined
  const rest = call.specified && (await import('./salvage')).salvage(call.answer, value)
  if (rest !== undefined) return rest
  throw new UnreadableAnswer(words.unexpectedResponse, { cause: result.error })
}
