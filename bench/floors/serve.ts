import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { build, type Rolldown } from 'vite'

interface File {
  type: string
  body: Buffer
}

const types: Record<string, string> = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  json: 'application/json',
}

const pack = async (name: string, text: string, quality = 11): Promise<[string, File]> => [
  `/${name}`,
  {
    type: types[name.split('.').at(-1) ?? ''] ?? 'text/plain',
    body: await promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
  },
]

export const scriptOf = async (name: string, entry: string): Promise<Rolldown.OutputChunk[]> => {
  process.env.NODE_ENV = 'production'
  const { output } = (await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2023',
      modulePreload: { polyfill: false },
      rolldownOptions: { input: { [name]: entry } },
    },
  })) as Rolldown.RolldownOutput
  return output.filter((file) => file.type === 'chunk')
}

/** Builds one floor's script. `name.html` loads the script and, if `ahead`, preloads all of its chunks. */
const bundle = async (name: string, entry: string, ahead = true): Promise<[string, string][]> => {
  const chunks = await scriptOf(name, entry)
  const asked = ahead ? chunks : []
  const preloads = asked.map(({ fileName }) => `<link rel="modulepreload" href="/${fileName}">`).join('')
  const main = chunks.find(({ isEntry }) => isEntry)?.fileName
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${name}</title>${preloads}<script type="module" src="/${main}"></script></head><body><div id="root"></div></body></html>`
  return [[`${name}.html`, html], ...chunks.map(({ fileName, code }): [string, string] => [fileName, code])]
}

export interface Floors {
  url: string
  close(): void
}

/**
 * Serves the floors on a free port: `/hello.html`, `/libraries.html`, `/list.html` and `/hover.html` with `accounts` as
 * their list, and the given pages.
 */
export const serveFloors = async (pages: Record<string, string>, accounts: string): Promise<Floors> => {
  const built = [
    ...(await bundle('hello', 'bench/floors/hello.tsx')),
    ...(await bundle('libraries', 'bench/floors/libraries.tsx')),
    ...(await bundle('list', 'bench/floors/list.ts')),
    ...(await bundle('hover', 'bench/floors/hover.ts', false)),
  ]
  const files = new Map([
    ...(await Promise.all([...built, ...Object.entries(pages)].map(([name, text]) => pack(name, text)))),
    await pack('accounts.json', accounts, 4),
  ])
  const server = createServer((request, response) => {
    const file = files.get((request.url ?? '/').split('?')[0] ?? '/')
    if (!file) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, {
      'content-type': file.type,
      'content-encoding': 'br',
      'content-length': file.body.length,
    })
    response.end(file.body)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
