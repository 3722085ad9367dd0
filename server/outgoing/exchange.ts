import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { addAbortSignal, pipeline } from 'node:stream'
import { createUnzip } from 'node:zlib'
import { connect, NotSent, refusedBy } from './connect'
import { within } from './deadline'
import { basicAuth } from './proxy'

/** One request to X, to a provider of models, or to what else this server asks for something. */
export interface Outgoing {
  method: string
  url: URL
  headers?: Record<string, string>
  body?: string | undefined
  /** How much of the answer is read, decompressed. */
  maxBytes: number
  /** Asked once the connection stands: false means that it came about too late. */
  maySend?: (() => boolean) | undefined
}

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  /** What came of the body, as text. */
  text: string
  /** Why the body ends before its end: too large, a lost connection, the deadline. */
  cut?: Error
}

/**
 * One exchange on a connection of its own. Follows no redirect and repeats nothing.
 *
 * The signal is obeyed at every step: its listener holds the request, and nothing that can be collected as garbage
 * stands between the two.
 *
 * @throws NotSent if nothing of the request left; any other Error if it may have left and no status line came, with the
 *   signal's reason where that ended it.
 */
export const exchange = async (asked: Outgoing, signal: AbortSignal): Promise<Answer> => {
  const { request, response } = await send(asked, 'gzip', signal)
  const stop = () => request.destroy(asError(signal.reason))
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    return await readWhole(await response, asked.maxBytes, signal)
  } finally {
    signal.removeEventListener('abort', stop)
    request.destroy()
  }
}

/**
 * An answer without end. The deadline is for all before the first byte of a 200, and for the whole of any other answer.
 *
 * @returns the chunks of a 200, which end with an error if none came for `idleMs` or the signal is aborted.
 * @throws as `exchange` does.
 */
export const openStream = async (
  asked: Outgoing,
  { timeoutMs, idleMs }: { timeoutMs: number; idleMs: number },
  signal: AbortSignal,
): Promise<Answer | AsyncIterable<Buffer>> =>
  within(timeoutMs, signal, async (deadline) => {
    const { request, response } = await send(asked, 'identity', deadline)
    deadline.addEventListener('abort', () => request.destroy(asError(deadline.reason)), { once: true })
    try {
      const answer = await response
      if (answer.statusCode !== 200) {
        return await readWhole(addAbortSignal(deadline, answer), asked.maxBytes, deadline).finally(() =>
          request.destroy(),
        )
      }
      answer.on('error', () => undefined)
      /** Destroying the socket alone may leave a reader waiting for the next chunk (Node 20). */
      const breakOff = (reason: string) => {
        request.destroy()
        answer.destroy(new Error(reason))
      }
      answer.socket.setTimeout(idleMs, () => breakOff(`no data for ${idleMs / 1000} s`))
      signal.addEventListener('abort', () => breakOff('it was ended here'), { once: true })
      if (signal.aborted) breakOff('it was ended here')
      return answer
    } catch (error) {
      request.destroy()
      throw error
    }
  })

const send = async (
  { method, url, headers = {}, body, maySend = () => true }: Outgoing,
  encoding: 'gzip' | 'identity',
  signal: AbortSignal,
) => {
  const { socket, forwarder } = await connect(url, signal)
  if (!maySend()) {
    socket.destroy()
    throw new NotSent('the connection was established too late')
  }
  const authorization = basicAuth(url)
  const proxyAuthorization = forwarder && basicAuth(forwarder)
  const request = http.request({
    method,
    path: `${forwarder ? url.origin : ''}${url.pathname}${url.search}`,
    setHost: false,
    headers: {
      host: url.host,
      accept: 'application/json',
      'accept-encoding': encoding,
      'user-agent': 'auto-comment-bot',
      ...(authorization ? { authorization } : {}),
      ...(proxyAuthorization ? { 'proxy-authorization': proxyAuthorization } : {}),
      ...headers,
      ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
    },
    createConnection: () => socket,
  })
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    request.on('response', (answer: IncomingMessage) => {
      // Only a proxy answers 407, before it passes anything on.
      if (forwarder && answer.statusCode === 407) reject(new NotSent(refusedBy(forwarder, 407)))
      else resolve(answer)
    })
    // Stays for as long as the request does: an error that nobody listens to ends the process.
    request.on('error', reject)
    request.on('close', () => reject(new Error('the connection ended without an answer')))
  })
  request.end(body)
  return { request, response }
}

const readWhole = async (answer: IncomingMessage, maxBytes: number, signal: AbortSignal): Promise<Answer> => {
  const { text, cut } = await readText(answer, maxBytes)
  const answered = { status: answer.statusCode ?? 0, headers: answer.headers, text }
  // A body without a length seems to end where its connection is closed from this side.
  if (signal.aborted) return { ...answered, cut: asError(signal.reason) }
  return cut ? { ...answered, cut } : answered
}

const readText = async (response: IncomingMessage, maxBytes: number): Promise<{ text: string; cut?: Error }> => {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of decoded(response)) {
      const bytes = Buffer.from(chunk)
      size += bytes.length
      chunks.push(bytes.subarray(0, bytes.length - Math.max(0, size - maxBytes)))
      if (size > maxBytes) throw new Error(`the answer is larger than ${maxBytes / 1024 / 1024} MiB`)
    }
    return { text: textOf(chunks) }
  } catch (error) {
    return { text: textOf(chunks), cut: asError(error) }
  }
}

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)))

/** A byte order mark is left out. */
const textOf = (chunks: readonly Buffer[]): string => new TextDecoder().decode(Buffer.concat(chunks))

/** Reads no faster than it is read itself; its reader is told how either of them ends. Never Brotli: Node 20 has a flaw in it. */
const decoded = (response: IncomingMessage): AsyncIterable<Buffer> => {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  if (['', 'identity'].includes(encoding)) return response
  if (!['gzip', 'x-gzip', 'deflate'].includes(encoding)) {
    throw new Error(`the answer is encoded as ${encoding.slice(0, 20)}, which was not requested`)
  }
  return pipeline(response, createUnzip(), () => undefined)
}
