import type { FastifyReply, FastifyRequest } from 'fastify'
import { addVary, decompress, type Encoding, encode, encodingFor } from './compression'
import { isKnown } from './entityTag'

/** An answer in JSON that was serialized and compressed once, and is sent as often as it is asked for. */
export class PreparedAnswer {
  readonly #etag: string
  readonly #bodies: Map<Encoding, Promise<Buffer>>
  #size: number

  /**
   * @param version another one whenever the text is another one.
   * @param packed the text by brotli; other encodings are made of it when somebody takes no brotli.
   */
  constructor(version: string, packed: Buffer) {
    this.#etag = `W/"${version}"`
    this.#bodies = new Map([['br', Promise.resolve(packed)]])
    this.#size = packed.length
  }

  /** Bytes that are kept, in all encodings. */
  get size(): number {
    return this.#size
  }

  /** 304 without a body where the caller has this version. */
  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    addVary(reply.header('etag', this.#etag))
    if (isKnown(request, this.#etag)) return reply.code(304).send()
    const encoding = encodingFor(request)
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    const body = await this.#as(encoding)
    return reply.type('application/json; charset=utf-8').send(encoding === 'identity' ? body.toString() : body)
  }

  #as(encoding: Encoding): Promise<Buffer> {
    const made = this.#bodies.get(encoding)
    if (made) return made
    const body = this.#make(encoding)
    this.#bodies.set(encoding, body)
    return body
  }

  async #make(encoding: Encoding): Promise<Buffer> {
    const text = await decompress(await this.#as('br'))
    const body = encoding === 'identity' ? text : await encode(text, encoding)
    this.#size += body.length
    return body
  }
}
