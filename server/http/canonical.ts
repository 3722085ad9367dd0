import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpProblem } from '../problems'
import { canonicalAddress } from '../security/loopback'
import * as words from './words'

/** Requests whose target has no canonical form. */
const refused = new WeakSet<IncomingMessage>()

export const isRefusedAddress = ({ raw }: FastifyRequest): boolean => refused.has(raw)

/**
 * The only interpretation of a request's target: routes, logs, headers and metrics use this value. A target without a
 * canonical form becomes an API address without a route, so that the call is logged and counted.
 */
export const canonicalUrl = (raw: IncomingMessage): string => {
  const [path = '', ...query] = originForm(raw).split('?')
  const canonical = canonicalPath(path)
  if (canonical !== undefined) return [canonical, ...query].join('?')
  refused.add(raw)
  return '/api/'
}

/** Removes scheme and authority of an absolute-form target (RFC 9112, 3.2.2). Host must contain the same authority. */
const originForm = ({ url = '', headers: { host = '' } }: IncomingMessage): string => {
  const [whole, authority = ''] = /^https?:\/\/([^/?#]*)/i.exec(url) ?? []
  if (whole === undefined || authority.toLowerCase() !== host.toLowerCase()) return url
  const rest = url.slice(whole.length)
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** Decoding twice, other separators or `..` would change the path. */
const ambiguous = /[\p{Cc}%\\;?#]|\/\/|\/\.{1,2}(?:\/|$)/u

/**
 * @returns one spelling for all encodings of a path; undefined if proxies, logs and routers may interpret the path
 * differently.
 */
const canonicalPath = (path: string): string | undefined => {
  if (!/^\/[\x21-\x7e]*$/.test(path) || /%2f/i.test(path)) return undefined
  try {
    const decoded = decodeURIComponent(path)
    return ambiguous.test(decoded) ? undefined : encodeURI(decoded)
  } catch {
    return undefined
  }
}

/** @param isForPerson whether the console answers with its page for unknown addresses. */
export const refuseAmbiguous = (app: FastifyInstance, isForPerson: (request: FastifyRequest) => boolean): void => {
  app.addHook('onRequest', (request, _reply, done) => {
    const isRefused = isRefusedAddress(request) && !isForPerson(request)
    done(isRefused ? new HttpProblem(400, words.badAddress) : undefined)
  })
}

/**
 * The only interpretation of the caller's address: limits, log and audit trail use this value. The address before a
 * proxy's entry that is no address is unknown, so that proxy's own address is the caller's.
 */
export const readCallersAddress = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, _reply, done) => {
    const value = (request.ips ?? [request.ip]).map(canonicalAddress).findLast((address) => address !== undefined)
    Object.defineProperty(request, 'ip', { value: value ?? '' })
    done()
  })
}
