import type { FastifyRequest } from 'fastify'
import fresh from 'fresh'

/**
 * True if the caller already has this version and does not force a reload (`If-None-Match`, RFC 9110, section 13.1.2).
 */
export const isKnown = ({ headers }: FastifyRequest, etag: string): boolean => fresh(headers, { etag })
