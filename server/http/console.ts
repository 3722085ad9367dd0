import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { chosenTheme } from '../../src/schemas/shell/theme'
import { allowStylesOf } from '../security/headers'
import { isRefusedAddress } from './canonical'
import { isKnown } from './entityTag'
import { answerNotFound } from './errors'

const year = 31_536_000

/**
 * Serves the built console: its files, the prerendered pages `/` and `/{name}` from `index.html` and `{name}.html`, and
 * the shell for every other address of a page. Addresses below `/admin/` get `admin.html`, which loads the console's
 * code at once. A caller with a chosen theme gets `{name}.{theme}.html` if that file exists. A page with styles gets a
 * content security policy that allows them. Unknown addresses below `/api`, missing files and other methods get 404,
 * and a browser gets the shell with it.
 *
 * @returns the answer to requests without a route.
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

/** Pages of two themes may have the same size and time, so these are not enough for an entity tag. */
const pageOf = (html: string) => ({
  etag: `W/"${createHash('sha256').update(html).digest('base64url')}"`,
  allowStyles: allowStylesOf(html),
})

/** A browser gets the console's page even for an unknown address, with the status of the refusal. */
export const wantsPage = ({ method, headers }: FastifyRequest, path: string): boolean =>
  method === 'GET' && !isOfMachines(path) && (headers.accept?.includes('text/html') ?? false)

const isOfMachines = (path: string): boolean => /^\/(api|assets)(\/|$)/.test(path)

/** An address with a dot names a file, except below `/admin/`, where the dot may be part of an id. */
const isNavigation = ({ method }: FastifyRequest, path: string): boolean =>
  (method === 'GET' || method === 'HEAD') && !isOfMachines(path) && (!path.includes('.') || path.startsWith('/admin/'))

/**
 * Names below `assets/` contain a hash of their content. Pages are revalidated each time. Other files are revalidated
 * after an hour and used in the meantime, because the theme must be loaded before the first paint.
 */
const cachingOf = (file: string): string => {
  if (/[\\/]assets[\\/]/.test(file)) return `public, max-age=${year}, immutable`
  return /\.html(\.br|\.gz)?$/.test(file) ? 'no-cache' : `public, max-age=3600, stale-while-revalidate=${year}`
}
