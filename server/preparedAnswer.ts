import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Encoding, encode, encodingFor } from './compression'

/** An answer that is serialized once, compressed once per encoding, and sent as often as it is asked for. */
export class PreparedAnswer {
  readonly #etag: string
  readonly #bodies = new Map<Encoding, Promise<Buffer>>()

  /** @param version another one whenever the text is another one. */
  constructor(
    version: string,
    readonly json: string,
  ) {
    this.#etag = `W/"${version}"`
  }

  /** 304 without a body where the caller has this version (RFC 9110, section 13.1.2: weak comparison). */
  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    reply.header('etag', this.#etag).header('vary', 'Accept-Encoding')
    const known = request.headers['if-none-match']?.split(',').some((tag) => tag.trim() === this.#etag)
    if (known) return reply.code(304).send()
    const encoding = encodingFor(request)
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply
      .type('application/json; charset=utf-8')
      .send(encoding === 'identity' ? this.json : await this.#as(encoding))
  }

  #as(encoding: Encoding): Promise<Buffer> {
    const made = this.#bodies.get(encoding)
    if (made) return made
    const body = encode(this.json, encoding)
    this.#bodies.set(encoding, body)
    return body
  }
}
