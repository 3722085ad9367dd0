import { createHash } from 'node:crypto'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'

/** Nothing inline, nothing foreign: scripts and styles are files of our own origin. */
const contentSecurityPolicy = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:'],
    connectSrc: ["'self'"],
    fontSrc: ["'self'"],
    manifestSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    objectSrc: ["'none'"],
    requireTrustedTypesFor: ["'script'"],
  },
}

/** On every answer; `no-store` on the API's; HSTS only where the browser came over TLS. */
export const registerSecurityHeaders = async (app: FastifyInstance): Promise<void> => {
  const always = await headersOfHelmet()
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(always)
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
    done()
  })
}

/**
 * Asked for once: helmet works them out anew for each request, which took a sixth of a short answer's time. Without
 * Origin-Agent-Cluster, which protects nothing and makes Chromium start a second process (decision 014).
 */
const headersOfHelmet = async (): Promise<Record<string, string>> => {
  const answer = async (app: FastifyInstance) => {
    app.get('/', async () => '')
    const { headers } = await app.inject('/')
    await app.close()
    return headers
  }
  const guarded = Fastify()
  await guarded.register(helmet, {
    contentSecurityPolicy,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
    hsts: false,
    originAgentCluster: false,
  })
  const [added, plain] = [await answer(guarded), await answer(Fastify())]
  return Object.fromEntries(
    Object.entries(added).flatMap(([name, value]) => (name in plain ? [] : [[name, String(value)]])),
  )
}

/**
 * What is done to a page's answer: its policy allows, besides, exactly the `<style>` texts that the page carries, each
 * by its hash (Content Security Policy Level 3, 6.7.3.3). Nothing is done for a page without any.
 */
export const allowStylesOf = (html: string): ((reply: FastifyReply) => FastifyReply) => {
  const styles = ["style-src 'self'", ...stylesOf(html).map(hashSource)].join(' ')
  return (reply) => {
    const policy = String(reply.getHeader('content-security-policy'))
    return reply.header('content-security-policy', policy.replace("style-src 'self'", styles))
  }
}

const stylesOf = (html: string): string[] =>
  html
    .split('<style>')
    .slice(1)
    .map((rest) => rest.split('</style>', 1)[0] ?? '')

const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
