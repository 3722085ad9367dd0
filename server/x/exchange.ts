import { once } from 'node:events'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import net, { type Socket } from 'node:net'
import tls from 'node:tls'
import {
  ApiPartialResponseError,
  ApiRequestError,
  ApiResponseError,
  TwitterApi,
  type TwitterApiTokens,
} from 'twitter-api-v2'
import type { Observer, XCall } from '../metrics/observer'
import type { XOutcome } from './types'

export interface Wire {
  /** Scheme, host and port of the API, with an optional path before `/2`. */
  baseUrl: string
  /** Deadline on the whole exchange, connecting included. */
  timeoutMs: number
  observer?: Pick<Observer, 'xCall'> | undefined
}

/** OAuth 1.0a keys, a bearer token, or an app's own client id and secret, which only ask for tokens. */
export type Auth = TwitterApiTokens | string | { clientId: string; clientSecret: string }

/** Where twitter-api-v2 sends its v2 calls; every URL it makes starts so. */
const libraryOrigin = 'https://api.x.com/'

/**
 * One exchange with X on a connection of its own: connects first, then sends the one request that `send` makes, once.
 * Never rejects, never retries, never follows a redirect.
 *
 * A connection that does not come about is `notSent`: no byte of the request can have left before it stands.
 * Whatever goes wrong on a standing connection before X's status line is `lost`; from the status line on it is
 * `answer`, with `bodyReadable` false unless a whole JSON object or array came, of at most 1 MB for a post, a user or a
 * token and 8 MB for a page of posts.
 */
export const exchange = async (
  wire: Wire,
  auth: Auth,
  send: (client: TwitterApi) => Promise<unknown>,
  maySend: () => boolean = () => true,
): Promise<XOutcome> => {
  const begunMs = performance.now()
  const asked: Asked = { method: '', path: '' }
  const outcome = await exchangeOnce(wire, auth, send, maySend, asked)
  wire.observer?.xCall({ ...asked, ...metOf(outcome), seconds: (performance.now() - begunMs) / 1000 })
  return outcome
}

/** Filled in as soon as twitter-api-v2 knows it; empty where no connection came about. */
interface Asked {
  method: string
  /** Below `/2/`. */
  path: string
}

const metOf = (outcome: XOutcome): Pick<XCall, 'status' | 'headers'> => {
  if (outcome.kind === 'answer') return { status: outcome.status, headers: outcome.headers }
  return { status: outcome.kind === 'lost' ? 'lost' : 'unsent', headers: {} }
}

const exchangeOnce = async (
  { baseUrl, timeoutMs }: Wire,
  auth: Auth,
  send: (client: TwitterApi) => Promise<unknown>,
  maySend: () => boolean,
  asked: Asked,
): Promise<XOutcome> => {
  const url = new URL(baseUrl)
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(new Error(`no answer within ${timeoutMs / 1000} s`)), timeoutMs)
  try {
    const socket = await connectTo(url, deadline.signal)
    if (socket instanceof Error) return { kind: 'notSent', reason: reasonOf(socket) }
    try {
      if (!maySend()) return { kind: 'notSent', reason: 'the connection came about too late' }
      return await sendOver(socket, url, auth, send, deadline.signal, asked)
    } finally {
      socket.destroy()
    }
  } finally {
    clearTimeout(timer)
  }
}

/** A connection to the host of that address, or why none came about. */
export const connectTo = async (url: URL, signal: AbortSignal): Promise<Socket | Error> => {
  const secure = url.protocol === 'https:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port || (secure ? 443 : 80))
  const socket = secure
    ? tls.connect({ host, port, ALPNProtocols: ['http/1.1'], ...(net.isIP(host) === 0 ? { servername: host } : {}) })
    : net.connect({ host, port })
  socket.on('error', () => undefined)
  try {
    await once(socket, secure ? 'secureConnect' : 'connect', { signal })
    return socket.setNoDelay(true)
  } catch (error) {
    socket.destroy()
    if (signal.aborted) return new Error('the connection did not come about in time')
    return error instanceof Error ? error : new Error(String(error))
  }
}

const sendOver = async (
  socket: Socket,
  url: URL,
  auth: Auth,
  send: (client: TwitterApi) => Promise<unknown>,
  deadline: AbortSignal,
  asked: Asked,
): Promise<XOutcome> => {
  let response: IncomingMessage | undefined
  const Agent = url.protocol === 'https:' ? https.Agent : http.Agent
  const settings: ClientSettings = {
    httpAgent: Object.assign(new Agent({ keepAlive: false }), { createConnection: () => socket }),
    // No decompression: twitter-api-v2 leaves a decoder's error without a listener, which would end the process.
    compression: false,
    plugins: [
      {
        onBeforeRequestConfig: ({ params }) => {
          const path = params.url.slice(libraryOrigin.length)
          Object.assign(asked, { method: params.method, path: belowVersion(path) })
          params.url = new URL(path, `${url.href.replace(/\/$/, '')}/`).href
          params.forceBodyMode = path.startsWith('2/oauth2/') ? 'url' : 'json'
          params.forceParseMode = 'text'
          params.requestEventDebugHandler = (event, data: { res?: IncomingMessage } | undefined) => {
            if (event !== 'response') return
            response = data?.res
            breakOffAt(mostBytesOf(asked.path), response, socket)
          }
        },
      },
    ],
  }
  const client = clientOf(auth, settings)
  if (client instanceof Error) return { kind: 'notSent', reason: reasonOf(client) }
  const sent = send(client).then(
    (value): Attempt => ({ text: value }),
    (error: unknown): Attempt => ({ text: textOf(error), error }),
  )
  const { text, error } = await Promise.race([sent, expiry(deadline)])
  if (response?.statusCode === undefined) return { kind: 'lost', reason: reasonOf(error) }
  const body = response.complete ? parsed(text) : undefined
  return {
    kind: 'answer',
    status: response.statusCode,
    headers: flat(response.headers),
    body: body ?? (typeof text === 'string' ? text.slice(0, 2000) : undefined),
    bodyReadable: body !== undefined,
    ...(typeof auth === 'object' && 'appKey' in auth ? { isSigned: true } : {}),
  }
}

/** `2/users/me` to `users/me`. */
const belowVersion = (path: string): string => path.replace(/^2\//, '')

/**
 * As they come over the wire: a compressed body stays compressed, and is not readable. A page of a hundred long posts
 * may take megabytes; one post with those around it, a user or a token takes a few hundred KB at most.
 */
const mostBytesOf = (path: string): number => (/^(?:tweets|users\/me|oauth2\/)/.test(path) ? 1 : 8) * 1024 * 1024

/** What was cut off is an answer without a readable body. */
const breakOffAt = (most: number, response: IncomingMessage | undefined, socket: Socket) => {
  let bytes = 0
  response?.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > most) socket.destroy()
  })
}

interface Attempt {
  text?: unknown
  error?: unknown
}

type ClientSettings = NonNullable<ConstructorParameters<typeof TwitterApi>[1]>

/** twitter-api-v2 refuses empty keys as soon as it gets them. */
const clientOf = (auth: Auth, settings: ClientSettings): TwitterApi | Error => {
  try {
    if (typeof auth === 'string') return new TwitterApi(auth, settings)
    return 'clientId' in auth ? new TwitterApi(auth, settings) : new TwitterApi(auth, settings)
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

const expiry = (deadline: AbortSignal) =>
  new Promise<Attempt>((resolve) => {
    const expire = () => resolve({ error: deadline.reason })
    if (deadline.aborted) expire()
    else deadline.addEventListener('abort', expire, { once: true })
  })

const textOf = (error: unknown): unknown => {
  if (error instanceof ApiResponseError) return error.data
  if (error instanceof ApiPartialResponseError) return error.rawContent
  return undefined
}

const parsed = (text: unknown): object | undefined => {
  if (typeof text !== 'string') return undefined
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

export const flat = (headers: IncomingMessage['headers']) =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  )

const reasonOf = (error: unknown): string => {
  if (error instanceof ApiRequestError) return reasonOf(error.requestError)
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  if (error instanceof Error) return error.message || error.name
  return 'the connection ended without an answer'
}
