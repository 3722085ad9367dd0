import type { FastifyInstance } from 'fastify'
import { dayMs, timestamp } from '../../clock'
import type { Settings } from '../../deps'

/** How long a reader may rely on it (RFC 9116 asks for less than a year). */
const goodDays = 180

/** Where a vulnerability is reported (RFC 9116); nowhere unless `SECURITY_CONTACT` says so. */
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
