import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** Only scripts and styles from files of our own origin. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
].join(';')

/**
 * The values of helmet, except Origin-Agent-Cluster, which protects nothing and makes Chromium start a second process
 * (decision 008). Helmet computes them for each request, which took a sixth of a short answer's time.
 */
const always = {
  'content-security-policy': contentSecurityPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}

/** For every answer. `no-store` only for the API, HSTS only if the browser uses TLS. */
export const registerSecurityHeaders = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(always)
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
    done()
  })
}

/**
 * @returns a function that allows exactly the `<style>` texts of the page in the answer's policy, by their hashes
 * (Content Security Policy Level 3, 6.7.3.3).
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
