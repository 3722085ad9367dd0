import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const smallest = 16 * 1024

export type Encoding = 'br' | 'gzip' | 'identity'

/** Outside the event loop. */
export const encode = async (text: string, encoding: Encoding): Promise<Buffer> => {
  if (encoding === 'br') return promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
  if (encoding === 'gzip') return promisify(gzip)(text, { level: 4 })
  return Buffer.from(text)
}

export const encodingFor = ({ headers }: FastifyRequest): Encoding => {
  const accepted = headers['accept-encoding'] ?? ''
  return (['br', 'gzip'] as const).find((name) => accepts(accepted, name)) ?? 'identity'
}

/** Compresses long answers of the API. The console's files were compressed when it was built. */
export const compressAnswers = (app: FastifyInstance): void => {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < smallest || reply.hasHeader('content-encoding')) return payload
    reply.header('vary', [reply.getHeader('vary'), 'Accept-Encoding'].filter(Boolean).join(', '))
    const encoding = encodingFor(request)
    if (encoding === 'identity') return payload
    reply.header('content-encoding', encoding).removeHeader('content-length')
    return encode(payload, encoding)
  })
}

/** Named in the list, and not refused by `q=0` (RFC 9110, section 12.5.3). */
const accepts = (list: string, name: string): boolean =>
  list.split(',').some((entry) => {
    const [coding = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase())
    return coding === name && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })
