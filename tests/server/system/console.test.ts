import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../../support/databases'
import { startTestServer, type TestServer } from '../../support/server'

const script = 'console.log("hello")\n'.repeat(50)
const style = 'h1 { color: red }'
const hashSource = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

describe.each(databases.slice(0, 1))('the built console', ({ create }) => {
  let server: TestServer
  const folder = mkdtempSync(join(tmpdir(), 'acb-console-'))

  beforeAll(async () => {
    mkdirSync(join(folder, 'assets'))
    mkdirSync(join(folder, 'admin'))
    for (const page of ['index', 'login', 'app', 'admin', 'admin/history'])
      writeFileSync(join(folder, `${page}.html`), `<title>${page}</title>`)
    writeFileSync(
      join(folder, 'welcome.html'),
      `<script>document.title = 1</script><style>${style}</style><h1>Welcome</h1><p style="color: red"></p>`,
    )
    for (const page of ['index', 'admin/history'])
      for (const theme of ['light', 'dark'])
        writeFileSync(join(folder, `${page}.${theme}.html`), `<title>${page}, ${theme}</title>`)
    writeFileSync(join(folder, 'assets', 'main-abc123.js'), script)
    writeFileSync(join(folder, 'assets', 'main-abc123.js.br'), brotliCompressSync(script))
    writeFileSync(join(folder, 'index.html.br'), brotliCompressSync('<title>index</title>'))
    writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
    server = await startTestServer(create, { consoleDir: folder })
  })
  afterAll(async () => {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers })

  it.each([
    ['/', 'index'],
    ['/?from=mail', 'index'],
    ['/login', 'login'],
    ['/login/', 'login'],
    ['/sign-up', 'app'],
    ['/admin', 'admin'],
    ['/admin/history', 'admin/history'],
    ['/admin/history/abc123', 'admin'],
    ['/administrator', 'app'],
    ['/no/such/page', 'app'],
    ['/apiary', 'app'],
    ['/admin/media-agent?group=50%de', 'admin'],
  ])('answers %s with the page %s, which browsers revalidate each time', async (url, page) => {
    const { statusCode, headers, body } = await get(url)
    expect([statusCode, headers['content-type'], headers['cache-control'], body]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-cache',
      `<title>${page}</title>`,
    ])
    expect(headers['content-security-policy']).toContain("script-src 'self'")
  })

  it.each(['GET', 'HEAD'] as const)(
    'allows %s of a page the style that it carries, and nothing else',
    async (method) => {
      const strict = (await get('/login')).headers['content-security-policy']
      expect(strict).toContain(";script-src 'self';style-src 'self';")
      const { headers } = await server.app.inject({ method, url: '/welcome' })
      expect(headers['content-security-policy']).toBe(
        String(strict).replace("style-src 'self'", `style-src 'self' ${hashSource(style)}`),
      )
    },
  )

  it.each([
    ['/', 'theme=dark', 'index, dark'],
    ['/', 'theme=light', 'index, light'],
    ['/', 'a=1; theme=dark; b=2', 'index, dark'],
    ['/admin/history', 'sidebar_state=true; theme=light', 'admin/history, light'],
    ['/login', 'theme=dark', 'login'],
    ['/', 'theme=darker', 'index'],
    ['/', 'theme=../secret', 'index'],
    ['/', 'my_theme=dark', 'index'],
  ])('answers %s with the cookies %s with the page %s', async (url, cookie, page) => {
    const { statusCode, headers, body } = await get(url, { cookie })
    expect([statusCode, headers.vary, body]).toEqual([200, 'accept-encoding, cookie', `<title>${page}</title>`])
  })

  it('reports an unchanged page only to browsers that have it in the same theme', async () => {
    const light = await get('/', { cookie: 'theme=light' })
    const ask = (cookie: string) => get('/', { cookie, 'if-none-match': `"earlier", ${light.headers.etag}` })
    const [same, other] = [await ask('theme=light'), await ask('theme=dark')]
    expect([same.statusCode, same.body, same.headers.etag]).toEqual([304, '', light.headers.etag])
    expect(same.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'accept-encoding, cookie' })
    expect([other.statusCode, other.body]).toEqual([200, '<title>index, dark</title>'])
  })

  it("answers an id with a dot with the console's page", async () => {
    const { statusCode, headers } = await get('/admin/history/run.7', { accept: 'text/html' })
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  })

  it.each(['/api', '/api/', '/api/v1/unknown', '/assets/gone.js', '/assets/'])(
    'answers %s with 404 and a detail',
    async (url) => {
      const { statusCode, body } = await get(url, { accept: 'text/html' })
      expect([statusCode, body]).toEqual([404, '{"detail":"Not found"}'])
    },
  )

  it.each([
    ['/index.dark', 404],
    ['/index.dark.html', 404],
    ['/welcome.html', 404],
    ['/gone.png', 404],
    ['/.env', 404],
    ['/.git/config', 404],
    ['/%', 400],
    ['/50%de', 400],
    ['/admin/history/100%zz', 400],
    ['/assets%2fmain-abc123.js', 400],
  ])('answers %s with %i: a person gets the page for unknown addresses, a program a detail', async (url, status) => {
    const person = await get(url, { accept: 'text/html,*/*;q=0.8' })
    expect([person.statusCode, person.headers['content-type'], person.body]).toEqual([
      status,
      'text/html; charset=utf-8',
      '<title>app</title>',
    ])
    const program = await get(url, { accept: 'image/*' })
    const detail = status === 404 ? 'Not found' : 'The address is not a valid URL'
    expect([program.statusCode, program.json()]).toEqual([status, { detail }])
  })

  it('accepts only methods of navigation', async () => {
    const head = await server.app.inject({ method: 'HEAD', url: '/admin/home' })
    expect([head.statusCode, head.body]).toEqual([200, ''])
    const post = await server.app.inject({ method: 'POST', url: '/admin/home' })
    expect([post.statusCode, post.json()]).toEqual([404, { detail: 'Not found' }])
  })

  it('serves hashed files forever, and compressed as built', async () => {
    const plain = await get('/assets/main-abc123.js')
    expect([plain.statusCode, plain.headers['cache-control'], plain.body]).toEqual([
      200,
      'public, max-age=31536000, immutable',
      script,
    ])
    const compressed = await get('/assets/main-abc123.js', { 'accept-encoding': 'gzip, br' })
    expect(compressed.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': expect.stringContaining('javascript'),
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(script)
  })

  it('serves compressed pages too, and other files for an hour', async () => {
    const page = await get('/', { 'accept-encoding': 'br' })
    expect([page.headers['content-encoding'], page.headers['cache-control']]).toEqual(['br', 'no-cache'])
    expect(brotliDecompressSync(page.rawPayload).toString()).toBe('<title>index</title>')
    expect((await get('/favicon.svg')).headers).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=3600, stale-while-revalidate=31536000',
    })
  })
})
