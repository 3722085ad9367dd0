import type { FastifyRequest } from 'fastify'

/**
 * Whether the caller has this version already (`If-None-Match`; RFC 9110, section 13.1.2: weak comparison, so that a tag
 * is the same with and without its `W/`).
 */
export const isKnown = ({ headers }: FastifyRequest, etag: string): boolean =>
  headers['if-none-match']?.split(',').some((tag) => opaque(tag) === opaque(etag)) ?? false

const opaque = (tag: string): string => tag.trim().replace(/^W\//, '')
