import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { addAbortSignal, pipeline } from 'node:stream'
import { createUnzip } from 'node:zlib'
import { connect, NotSent, refusedBy } from './connect'
import { within } from './deadline'
import { basicAuth } from './proxy'

export interface Outgoing {
  method: string
  url: URL
  headers?: Record<string, string>
  body?: string | undefined
  /** The highest number of bytes of the answer, after decompression. */
  maxBytes: number
  /** Called when the connection is open; false means that it opened too late. */
  maySend?: (() => boolean) | undefined
}

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  /** The body as text, possibly incomplete. */
  text: string
  /** Why the body is incomplete: too large, a lost connection, or the deadline. */
  cut?: Error
}

/**
 * Makes one exchange on a new connection, without redirects or repetitions.
 *
 * The signal's listener holds the request directly, so that no garbage collection can separate them.
 *
 * @throws NotSent if nothing of the request left; another Error if it may have left and no status line came, with the
 * signal's reason after an abort.
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
 * Opens an endless answer. The deadline covers everything before the first byte of a 200, and the whole of any other
 * answer.
 *
 * @returns the chunks of a 200. They end with an error after `idleMs` without a chunk, or when the signal is aborted.
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
      /** If only the socket is destroyed, a reader may wait forever for the next chunk (Node 20). */
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
      // Only a proxy answers 407, and it forwards nothing before that.
      if (forwarder && answer.statusCode === 407) reject(new NotSent(refusedBy(forwarder, 407)))
      else resolve(answer)
    })
    // Stays as long as the request, because an error without a listener ends the process.
    request.on('error', reject)
    request.on('close', () => reject(new Error('the connection ended without an answer')))
  })
  request.end(body)
  return { request, response }
}

const readWhole = async (answer: IncomingMessage, maxBytes: number, signal: AbortSignal): Promise<Answer> => {
  const { text, cut } = await readText(answer, maxBytes)
  const answered = { status: answer.statusCode ?? 0, headers: answer.headers, text }
  // A body without a length seems complete when this side closes its connection.
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

/** Removes a byte order mark. */
const textOf = (chunks: readonly Buffer[]): string => new TextDecoder().decode(Buffer.concat(chunks))

/** Applies backpressure, and passes errors in both directions. Without Brotli, because Node 20 has a flaw in it. */
const decoded = (response: IncomingMessage): AsyncIterable<Buffer> => {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  if (['', 'identity'].includes(encoding)) return response
  if (!['gzip', 'x-gzip', 'deflate'].includes(encoding)) {
    throw new Error(`the answer is encoded as ${encoding.slice(0, 20)}, which was not requested`)
  }
  return pipeline(response, createUnzip(), () => undefined)
}
