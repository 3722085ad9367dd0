import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { pipeline } from 'node:stream'
import { createBrotliDecompress, createUnzip } from 'node:zlib'

export interface WireRequest {
  method: 'GET' | 'POST'
  url: URL
  headers: Record<string, string>
  /** Sent as JSON. */
  body?: unknown
  /** How much of the answer is read, decompressed. */
  maxBytes: number
}

export interface WireAnswer {
  status: number
  headers: IncomingHttpHeaders
  /** What came of the body, as text. */
  text: string
  /** Why the body ends before its end: too large, a lost connection, the deadline. */
  cut?: Error
}

/**
 * One exchange of JSON on a connection of its own. Follows no redirect and repeats nothing.
 *
 * The signal is obeyed at every step: its listener holds the request, and nothing that can be collected as garbage
 * stands between the two.
 *
 * @throws Error where no status line came, and the signal's reason where it ended the exchange before that.
 */
export const exchange = async (asked: WireRequest, signal: AbortSignal): Promise<WireAnswer> => {
  signal.throwIfAborted()
  const { request, response } = send(asked)
  const stop = () => request.destroy(asError(signal.reason))
  signal.addEventListener('abort', stop, { once: true })
  try {
    const answer = await response
    const { text, cut } = await readText(answer, asked.maxBytes)
    const answered = { status: answer.statusCode ?? 0, headers: answer.headers, text }
    // A body without a length seems to end where its connection is closed from this side.
    if (signal.aborted) return { ...answered, cut: asError(signal.reason) }
    return cut ? { ...answered, cut } : answered
  } finally {
    signal.removeEventListener('abort', stop)
    request.destroy()
  }
}

const send = ({ method, url, headers, body }: WireRequest) => {
  const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
  const request = (url.protocol === 'https:' ? https : http).request(url, {
    method,
    agent: false,
    headers: {
      accept: 'application/json',
      'accept-encoding': 'gzip, br',
      'user-agent': 'auto-comment-bot',
      ...(payload ? { 'content-type': 'application/json', 'content-length': payload.length } : {}),
      ...headers,
    },
  })
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    request.on('response', resolve)
    // Stays for as long as the request does: an error that nobody listens to ends the process.
    request.on('error', reject)
    request.on('close', () => reject(new Error('the connection ended without an answer')))
  })
  request.end(payload)
  return { request, response }
}

const readText = async (response: IncomingMessage, maxBytes: number): Promise<{ text: string; cut?: Error }> => {
  const decoder = decoderOf(response.headers['content-encoding'])
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of decoder ? decoded(response, decoder) : response) {
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

const decoderOf = (encoding = 'identity') => {
  if (encoding === 'br') return createBrotliDecompress()
  return encoding === 'identity' ? undefined : createUnzip()
}

/** Reads no faster than it is read itself; its reader is told how either of them ends. */
const decoded = (response: IncomingMessage, decoder: ReturnType<typeof createUnzip>) =>
  pipeline(response, decoder, () => undefined)
