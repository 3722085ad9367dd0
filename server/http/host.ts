import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpProblem } from '../problems'

/** For what watches over the server, by whatever address; who reads the metrics has to know their token. */
const forWatchers = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * Answers only to names of its own: a page of a stranger whose name was made to point here (DNS rebinding) is another
 * origin to the browser no longer, but it still says the stranger's name. Health checks and metrics answer to any name.
 *
 * @param names without a port, in lower case.
 */
export const registerHostCheck = (app: FastifyInstance, names: readonly string[]): void => {
  const known = new Set(names)
  app.addHook('onRequest', (request, _reply, done) =>
    done(forWatchers.has(request.url) ? undefined : refusalOf(request, known)),
  )
}

const refusalOf = (request: FastifyRequest, known: ReadonlySet<string>): HttpProblem | undefined => {
  if (countOfHosts(request) > 1) return new HttpProblem(400, 'Send one Host header')
  if (known.has(hostnameOf(request.headers.host ?? ''))) return undefined
  return new HttpProblem(421, 'This server has another name. PUBLIC_ORIGIN says which one people use')
}

/** Node keeps the first and drops the others from `headers`. */
const countOfHosts = ({ raw: { rawHeaders = [] } }: FastifyRequest): number =>
  rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length

/** `[::1]:3000` to `::1`, `Console.Example.:443` to `console.example`. */
const hostnameOf = (host: string): string => {
  const [name = ''] = host.startsWith('[') ? host.slice(1).split(']', 1) : host.split(':', 1)
  return (name.endsWith('.') ? name.slice(0, -1) : name).toLowerCase()
}
