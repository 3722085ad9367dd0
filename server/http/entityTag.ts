import type { FastifyRequest } from 'fastify'
import fresh from 'fresh'

/** Whether the caller has this version already (`If-None-Match`, RFC 9110, section 13.1.2), and did not ask to reload it. */
export const isKnown = ({ headers }: FastifyRequest, etag: string): boolean => fresh(headers, { etag })
