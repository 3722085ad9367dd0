import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { chosenTheme } from '../../src/schemas/theme'
import { allowStylesOf } from '../security/headers'
import { isRefusedAddress } from './canonical'
import { isKnown } from './entityTag'
import { answerNotFound } from './errors'

const year = 31_536_000

/**
 * Serves the built console: files (compressed at build time), the prerendered pages `/` and `/{name}` of
 * `index.html` and `{name}.html`, and the application's shell under any other address that a person may have open:
 * below `/admin/` that is `admin.html`, which asks for the console's code at once. Who has chosen a theme gets
 * `{name}.{theme}.html`, where there is one. A page that carries styles is answered with a policy that allows these.
 * Unknown addresses below `/api`, missing files and other methods stay 404: for who asks for a page with that shell.
 *
 * @returns the answer for everything that no route takes.
 */
export const registerConsole = async (app: FastifyInstance, root: string) => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'))
  const pages = new Map(
    files
      .filter((file) => extname(file) === '.html')
      .map((file) => [file, pageOf(readFileSync(join(root, file), 'utf8'))]),
  )
  const shells = ['admin.html', 'app.html', 'index.html'].filter((file) => pages.has(file))

  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (reply.getHeader('content-type') === 'image/svg+xml') reply.type('image/svg+xml; charset=utf-8')
    done()
  })
  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    globIgnore: ['**/*.html'],
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, file) => void reply.header('cache-control', cachingOf(file)),
  })

  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = request.url.split('?', 1)[0] ?? '/'
    const isRefused = isRefusedAddress(request)
    const isKnownPage = isNavigation(request, path)
    if (!isKnownPage && !isRefused && !wantsPage(request, path)) return answerNotFound(reply)
    const named = path === '/' ? 'index.html' : `${path.slice(1).replace(/\/$/, '')}.html`
    const shell = shells.find((file) => file !== 'admin.html' || path.startsWith('/admin/')) ?? 'index.html'
    const plain = isKnownPage && pages.has(named) ? named : shell
    const inTheme = plain.replace('html', `${chosenTheme(request.headers.cookie)}.html`)
    const file = pages.has(inTheme) ? inTheme : plain
    const page = pages.get(file)
    if (!page) return answerNotFound(reply)
    page.allowStyles(reply).headers({ etag: page.etag, vary: 'accept-encoding, cookie', 'cache-control': 'no-cache' })
    if (isKnownPage && isKnown(request, page.etag)) return reply.code(304).send()
    return reply.code(isRefused ? 400 : isKnownPage ? 200 : 404).sendFile(file, { etag: false, lastModified: false })
  }
}

/** A file's size and time are too little for an entity tag: pages of two themes may have both in common. */
const pageOf = (html: string) => ({
  etag: `W/"${createHash('sha256').update(html).digest('base64url')}"`,
  allowStyles: allowStylesOf(html),
})

/** A person who opens an unknown address gets the console's page for that, with the status of a refusal. */
export const wantsPage = ({ method, headers }: FastifyRequest, path: string): boolean =>
  method === 'GET' && !isOfMachines(path) && (headers.accept?.includes('text/html') ?? false)

const isOfMachines = (path: string): boolean => /^\/(api|assets)(\/|$)/.test(path)

/** An address with a dot is one of a file, but not below `/admin/`, where it may be an id. */
const isNavigation = ({ method }: FastifyRequest, path: string): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  !isOfMachines(path) &&
  (!basename(path).includes('.') || path.startsWith('/admin/'))

/**
 * Names under `assets/` carry their content's hash; the pages name them, and are asked for each time. The rest is asked
 * for again after an hour, and used meanwhile: the console's theme must be there before the first paint.
 */
const cachingOf = (file: string): string => {
  if (/[\\/]assets[\\/]/.test(file)) return `public, max-age=${year}, immutable`
  return /\.html(\.br|\.gz)?$/.test(file) ? 'no-cache' : `public, max-age=3600, stale-while-revalidate=${year}`
}
