import type { FastifyRequest } from 'fastify'

/** Whether the caller has this version already (`If-None-Match`; RFC 9110, section 13.1.2: weak comparison). */
export const isKnown = ({ headers }: FastifyRequest, etag: string): boolean =>
  headers['if-none-match']?.split(',').some((tag) => tag.trim() === etag) ?? false
