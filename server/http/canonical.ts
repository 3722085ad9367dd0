import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpProblem } from '../problems'
import * as words from './words'

/** Of requests whose target has no canonical form. */
const refused = new WeakSet<IncomingMessage>()

export const isRefusedAddress = ({ raw }: FastifyRequest): boolean => refused.has(raw)

/**
 * The only reading of a request's target: routes, log, headers and metrics get this value, never the target as it was
 * sent. A target without a canonical form becomes an address of the API that no route has, so that it is logged and
 * counted as a call.
 */
export const canonicalUrl = (raw: IncomingMessage): string => {
  const [path = '', ...query] = originForm(raw).split('?')
  const canonical = canonicalPath(path)
  if (canonical !== undefined) return [canonical, ...query].join('?')
  refused.add(raw)
  return '/api/'
}

/** Takes scheme and authority off an absolute-form target (RFC 9112, 3.2.2); Host has to name the same authority. */
const originForm = ({ url = '', headers: { host = '' } }: IncomingMessage): string => {
  const [whole, authority = ''] = /^https?:\/\/([^/?#]*)/i.exec(url) ?? []
  if (whole === undefined || authority.toLowerCase() !== host.toLowerCase()) return url
  const rest = url.slice(whole.length)
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** A second decoding, another separator or a step up would make another path of it. */
const ambiguous = /[\p{Cc}%\\;?#]|\/\/|\/\.{1,2}(?:\/|$)/u

/** @returns one spelling for all encodings of a path; undefined for what proxies, logs and routers may read differently. */
const canonicalPath = (path: string): string | undefined => {
  if (!/^\/[\x21-\x7e]*$/.test(path) || /%2f/i.test(path)) return undefined
  try {
    const decoded = decodeURIComponent(path)
    return ambiguous.test(decoded) ? undefined : encodeURI(decoded)
  } catch {
    return undefined
  }
}

/** @param isForPerson whether the console answers with its page for unknown addresses, with the same status. */
export const refuseAmbiguous = (app: FastifyInstance, isForPerson: (request: FastifyRequest) => boolean): void => {
  app.addHook('onRequest', (request, _reply, done) => {
    const isRefused = isRefusedAddress(request) && !isForPerson(request)
    done(isRefused ? new HttpProblem(400, words.badAddress) : undefined)
  })
}
