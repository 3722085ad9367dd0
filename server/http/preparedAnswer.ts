import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { addVary, compress, decompress, type Encoding, encode, encodingFor, isLong } from './compression'
import { isKnown } from './entityTag'

interface Made {
  /** Changes with the text. */
  version: string
  /** The text in this encoding. Other encodings are made on demand. */
  body: Buffer
  encoding: Encoding
  /** The time until which the answer is valid without a change of the data, in ms since 1970; forever by default. */
  until?: number | undefined
}

/** A JSON answer that is serialized and compressed once and sent many times. */
export class PreparedAnswer {
  readonly #etag: string
  readonly #bodies: Map<Encoding, Buffer | Promise<Buffer>>
  readonly #encoding: Encoding
  readonly #isEncoded: boolean
  readonly #madeAt = Date.now()
  readonly #until: number
  #tellGrown: (() => void) | undefined

  constructor({ version, body, encoding, until = Number.POSITIVE_INFINITY }: Made) {
    this.#etag = `W/"${version}"`
    this.#bodies = new Map([[encoding, body]])
    this.#encoding = encoding
    this.#isEncoded = encoding !== 'identity' || isLong(body)
    this.#until = until
  }

  /** Bytes in all encodings. A short body may keep its whole memory block alive. */
  get size(): number {
    let bytes = 0
    for (const body of this.#bodies.values()) if (body instanceof Buffer) bytes += body.buffer.byteLength
    return bytes
  }

  /** @param tell called after another encoding is stored. */
  whenGrown(tell: () => void): void {
    this.#tellGrown = tell
  }

  /** False after `until`, and if the clock was set back to before the answer was made. */
  isTrueAt(now: number): boolean {
    return now >= this.#madeAt && now < this.#until
  }

  /** Answers 304 without a body if the caller has this version. */
  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    reply.header('etag', this.#etag)
    if (this.#isEncoded) addVary(reply)
    if (isKnown(request, this.#etag)) return reply.code(304).send()
    const encoding = this.#isEncoded ? encodingFor(request) : 'identity'
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    const made = this.#bodies.get(encoding) ?? this.#make(encoding)
    const body = made instanceof Promise ? await made : made
    return reply.type('application/json; charset=utf-8').send(body)
  }

  #make(encoding: Encoding): Promise<Buffer> {
    const making = this.#encode(encoding)
    this.#bodies.set(encoding, making)
    making.then(
      (body) => {
        this.#bodies.set(encoding, body)
        this.#tellGrown?.()
      },
      () => this.#bodies.delete(encoding),
    )
    return making
  }

  async #encode(encoding: Encoding): Promise<Buffer> {
    const body = await this.#bodies.get(this.#encoding)
    if (body === undefined) throw new Error('A prepared answer has lost its original body')
    const text = this.#encoding === 'identity' ? body : await decompress(body)
    return encoding === 'identity' ? text : encode(text, encoding)
  }
}

/** For a text that is never completely in memory. */
export const packedAnswer = async (version: string, pieces: AsyncIterable<string>): Promise<PreparedAnswer> =>
  new PreparedAnswer({ version, body: await compress(pieces), encoding: 'br' })

/** The version depends only on the text, so every server gives the same text the same version. */
export const plainAnswer = (text: string, until?: number): PreparedAnswer => {
  const body = Buffer.from(text)
  const version = createHash('sha256').update(body).digest('base64url').slice(0, 22)
  return new PreparedAnswer({ version, body, encoding: 'identity', until })
}
