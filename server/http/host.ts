import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpProblem } from '../problems'
import * as words from './words'

/** Health checks use any host name, and readers of metrics need a token. */
const forWatchers = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * Answers only to the server's own names. With DNS rebinding, a stranger's page has the server's origin in the browser,
 * but its requests still contain the stranger's name. Behind a trusted proxy the forwarded host is checked too, because
 * addresses of the console contain it. Health checks and metrics answer to any name.
 *
 * @param names without a port, in lower case.
 * @param anyName the routes that answer to any name.
 */
export const registerHostCheck = (
  app: FastifyInstance,
  names: readonly string[],
  anyName: ReadonlySet<string> = forWatchers,
): void => {
  const known = new Set(names)
  app.addHook('onRequest', (request, _reply, done) => done(refusalOf(request, known, anyName)))
}

const refusalOf = (
  request: FastifyRequest,
  known: ReadonlySet<string>,
  anyName: ReadonlySet<string>,
): HttpProblem | undefined => {
  const { raw, headers, protocol, routeOptions } = request
  if (countOfHosts(raw) > 1) return new HttpProblem(400, words.oneHost)
  const isWatcher = anyName.has(routeOptions.url ?? '')
  // Some health checks use HTTP/1.0, which has no Host header.
  if (headers.host === undefined && isWatcher) return undefined
  const hosts = [headers.host, request.host].map(hostnameOf)
  if (hosts.includes(undefined) || (protocol !== 'http' && protocol !== 'https')) {
    return new HttpProblem(400, words.badHost)
  }
  if (isWatcher || hosts.every((host = '') => known.has(host))) return undefined
  return new HttpProblem(421, words.otherName)
}

/** Node keeps the first Host header and drops the others from `headers`. */
const countOfHosts = ({ rawHeaders = [] }: FastifyRequest['raw']): number =>
  rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length

/**
 * @returns `[::1]:3000` as `::1`, `Console.Example.:443` as `console.example`; undefined if the text is not a host with
 * a port.
 */
const hostnameOf = (host = ''): string | undefined => {
  const [, address, name] = /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::\d{1,5})?$/i.exec(host) ?? []
  return URL.canParse(`http://${host}`) ? (address ?? name?.replace(/\.$/, ''))?.toLowerCase() : undefined
}
