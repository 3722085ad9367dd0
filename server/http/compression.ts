import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, createBrotliCompress, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const smallest = 16 * 1024

/** Whether compression is worthwhile. */
export const isLong = ({ length }: string | Buffer): boolean => length >= smallest

const encodings = ['br', 'gzip'] as const

export type Encoding = (typeof encodings)[number] | 'identity'

const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

/** Runs outside the event loop. */
export const encode = async (text: string | Buffer, encoding: Encoding): Promise<Buffer> => {
  if (encoding === 'br') return promisify(brotliCompress)(text, brotli)
  if (encoding === 'gzip') return promisify(gzip)(text, { level: 4 })
  return Buffer.from(text)
}

/** Compresses a text with Brotli that is never completely in memory. */
export const compress = (pieces: AsyncIterable<string>): Promise<Buffer> =>
  buffer(Readable.from(pieces).compose(createBrotliCompress(brotli)))

export const decompress = (packed: Buffer): Promise<Buffer> => promisify(brotliDecompress)(packed)

/** @returns the caller's preferred encoding among ours (RFC 9110, section 12.5.3). */
export const encodingFor = ({ headers }: FastifyRequest): Encoding => {
  const preferred = negotiate(String(headers['accept-encoding'] ?? ''), [...encodings])
  return encodings.find((name) => name === preferred) ?? 'identity'
}

/** Adds `Accept-Encoding` to the answer's `Vary` header. */
export const addVary = (reply: FastifyReply): FastifyReply => {
  const known = String(reply.getHeader('vary') ?? '')
  if (known.includes('Accept-Encoding')) return reply
  return reply.header('vary', known === '' ? 'Accept-Encoding' : `${known}, Accept-Encoding`)
}

/** Compresses long answers of the API. The build already compressed the console's files. */
export const compressAnswers = (app: FastifyInstance): void => {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' || !isLong(payload) || reply.hasHeader('content-encoding')) {
      done(null, payload)
      return
    }
    addVary(reply)
    const encoding = encodingFor(request)
    if (encoding === 'identity') {
      done(null, payload)
      return
    }
    reply.header('content-encoding', encoding).removeHeader('content-length')
    encode(payload, encoding).then((body) => done(null, body), done)
  })
}
