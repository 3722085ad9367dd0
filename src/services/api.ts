import * as z from 'zod/mini'
import { enrolFirst, problem } from '../schemas/base'
import type { Schema } from '../schemas/call'
import type { Call, CallAnswer, CallInput, CallName, Contract } from '../schemas/contract'
import type { AnsweredCall } from './requestLog'

/** The server answered, and refused. `detail` is in its own words, undefined where it gave none. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  constructor(
    readonly status: number,
    readonly detail: string | undefined,
  ) {
    super(detail ?? `The server answered ${status}`)
  }
}

/** No answer came: whether the call took effect is not known. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
}

/** The server answered, in a shape that the contract does not know. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer'
}

export interface CallOptions {
  /** For reads only: leaving a screen must never cancel a write. */
  signal?: AbortSignal
  headers?: Record<string, string>
  /** Told of the answer's headers. */
  onHeaders?: (headers: Headers) => void
}

type Arguments<N extends CallName> =
  Partial<CallInput<N>> extends CallInput<N>
    ? [input?: CallInput<N> & CallOptions]
    : [input: CallInput<N> & CallOptions]

/** One function per call of the contract. Rejects with ApiError, NetworkError or UnreadableAnswer. */
export type Api = { [N in CallName]: (...args: Arguments<N>) => Promise<CallAnswer<N>> }

export interface ApiDependencies {
  /** Without a slash at its end, e.g. `/api/v1`. */
  baseUrl: string
  /** The stored bearer token; undefined where there is none. */
  token: () => string | undefined
  /** Told of a 401 on a call that asks for a session, with the token that was refused; not where the caller gave its own. */
  onUnauthorized: (token: string | undefined) => void
  /** The server refuses everything until the operator sets up a second factor. */
  onMustEnrol?: () => void
  fetch: typeof fetch
  /** Told of each call, once it was answered or the server could not be reached. */
  note?: (call: AnsweredCall) => void
  /** Says yes where a schema would answer the very value that it is given: a quicker way to read long lists. */
  fastCheck?: (schema: Schema, value: unknown) => boolean
}

interface WireInput extends CallOptions {
  params?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: unknown
}

/** `calls` is the contract, or the part of it that the page needs. */
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
    fetch,
    note = () => {},
    fastCheck = () => false,
  }: ApiDependencies,
  name: string,
  call: Call,
  { params = {}, query = {}, body, signal, headers, onHeaders }: WireInput,
): Promise<unknown> => {
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

const reach = async <T>(attempt: () => Promise<T>, onFailed = () => {}): Promise<T> => {
  try {
    return await attempt()
  } catch (cause) {
    onFailed()
    throw new NetworkError('The server cannot be reached', { cause })
  }
}

/** Its status has said it all. The rest is taken in, which frees the connection, but nobody waits for it. */
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

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const detailOf = (answer: string): string | undefined => {
  const told = problem.safeParse(parsed(answer))
  return told.success ? told.data.detail : undefined
}

const read = (call: Call, answer: string, fastCheck: (schema: Schema, value: unknown) => boolean): unknown => {
  const value = parsed(answer)
  if (fastCheck(call.answer, value)) return value
  const result = z.safeParse(call.answer, value)
  if (result.success) return result.data
  if (call.reads === 'optional') return undefined
  throw new UnreadableAnswer('The server answered in a shape that the console cannot read', { cause: result.error })
}
