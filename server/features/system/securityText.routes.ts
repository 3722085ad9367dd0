import type { FastifyInstance } from 'fastify'
import type { Settings } from '../../deps'
import { dayMs, timestamp } from '../../time/clock'

/** How long a reader may use it (RFC 9116 recommends less than a year). */
const goodDays = 180

/** The contact for vulnerability reports (RFC 9116); only if `SECURITY_CONTACT` is set. */
export const register = (app: FastifyInstance, { securityContact, publicOrigin }: Settings): void => {
  if (securityContact === undefined) return
  const path = '/.well-known/security.txt'
  app.get(path, { schema: { hide: true } }, async (_request, reply) => {
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${timestamp(Date.now() + goodDays * dayMs)}`,
      'Preferred-Languages: en',
      ...(publicOrigin === undefined ? [] : [`Canonical: ${publicOrigin}${path}`]),
    ]
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}
