import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, extname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import { chunkListFile, filesOf, stylesOf } from './chunks.mjs'
import { stamp, stampFile } from './stamp.mjs'
import { tools } from './tools.mjs'

/** A test runner sets another value; the build must equal what is shipped. */
process.env.NODE_ENV = 'production'

const marker = '<!--app-->'
const consoleDir = 'dist/console'
const compressible = new Set(['.js', '.css', '.html', '.svg', '.json', '.txt', '.webmanifest'])

/**
 * @param entry a file, or several that share what they import.
 * @param bundled packages that go into the built files instead of being imported.
 */
const buildForNode = (entry, outDir, configFile, bundled) =>
  build({
    configFile,
    logLevel: 'warn',
    define: { 'import.meta.env.BUILD': JSON.stringify(built.slice(0, 12)) },
    ssr: { noExternal: bundled },
    build: {
      ...(Array.isArray(entry) ? { ssr: true, rolldownOptions: { input: entry } } : { ssr: entry }),
      outDir,
      emptyOutDir: true,
      manifest: false,
      copyPublicDir: false,
      minify: false,
      target: 'node20',
      sourcemap: true,
    },
  })

/** These packages have many files, which Node would read one by one at every start. */
const bundledInServer = [
  'twitter-text',
  '@babel/runtime',
  'core-js',
  'twemoji-parser',
  'zod',
  'fastify-type-provider-zod',
  '@fastify/error',
  'kysely',
  'jsonc-parser',
  'twitter-api-v2',
  'xstate',
]

const prerender = async () => {
  const template = readFileSync(join(consoleDir, 'index.html'), 'utf8')
  if (!template.includes(marker)) throw new Error(`index.html has no ${marker}`)
  const chunks = JSON.parse(readFileSync(join(consoleDir, chunkListFile), 'utf8'))
  const { fontsModule, frameOf, notLoaded, pages, render, shells, themes, withoutScript } = await import(
    pathToFileURL(resolve('dist/prerender/prerender.js')).href
  )
  const [fonts] = stylesOf(chunks, fontsModule)
  for (const [file, { path, title, entry, imports, styles, afterFirstFrame }] of Object.entries(pages)) {
    const markup = render(path, `/${fonts}`)
    const [script, ...imported] = filesOf(chunks, [entry])
    /** Scripts come after the content, so that parsing them does not delay the first frame. */
    const scripts = [
      moduleScript(script, afterText),
      ...preloads([...imported, ...filesOf(chunks, imports)], script, afterText),
    ]
    const page = withHead(template, [
      ...(afterFirstFrame ? [`<link rel="expect" blocking="render" href="#${afterFirstFrame}">`] : []),
      ...stylesOf(chunks, styles).map((name) => `<style>${readFileSync(join(consoleDir, name), 'utf8')}</style>`),
    ])
      .replace(marker, () => markup)
      .replace('</body>', () => `${path === '/' ? '' : notLoaded}  ${scripts.join('\n    ')}\n  </body>`)
      .replace(/<title>[^<]*<\/title>/, `<title>${title}</title>`)
    writePage(file, page, themes)
  }
  mkdirSync(join(consoleDir, 'admin'), { recursive: true })
  for (const [file, { early, imports, styles, head, frame }] of Object.entries(shells)) {
    const [script, ...imported] = filesOf(chunks, ['src/main.tsx'])
    const first = early.map((module) => filesOf(chunks, [module])[0])
    const rest = [...imported, ...filesOf(chunks, imports)].filter((name) => !first.includes(name))
    const page = withHead(template, [
      ...(head ? [head] : []),
      ...first.map((name) => moduleScript(name, ' async fetchpriority="high"')),
      moduleScript(script, frame && afterText),
      ...preloads(rest, script, frame && afterText),
      ...stylesOf(chunks, styles).map((name) => `<link rel="stylesheet" crossorigin href="/${name}">`),
    ]).replace(marker, '')
    const before = `${first.length > 0 ? withoutScript : ''}${frame ? await frameOf(frame) : ''}`
    const framed = page.replace('<div id="root"></div>', (root) => before + root + notLoaded)
    writePage(file, framed, themes)
  }
}

/**
 * Each page also exists for each chosen theme: the server reads the theme from a cookie, so that no script must run
 * before the paint.
 */
const writePage = (file, page, themes) => {
  writeFileSync(join(consoleDir, file), page)
  for (const theme of themes) {
    const inTheme = page.replace('<html', `<html data-theme="${theme}"`)
    writeFileSync(join(consoleDir, file.replace('.html', `.${theme}.html`)), inTheme)
  }
}

const afterText = ' fetchpriority="low"'

const moduleScript = (file, mode = '') => `<script type="module"${mode} crossorigin src="/${file}"></script>`

/** Browsers keep six connections to a server: files this small must not take one from the first lists. */
const smallBytes = 1500

const preloads = (files, script, mode = '') =>
  [...new Set(files)]
    .filter((file) => file !== script)
    .map((file) => ({ file, bytes: statSync(join(consoleDir, file)).size }))
    .sort((one, other) => other.bytes - one.bytes)
    .map(({ file, bytes }) => {
      const priority = bytes < smallBytes ? ' fetchpriority="low"' : mode
      return `<link rel="modulepreload"${priority} crossorigin href="/${file}">`
    })

const withHead = (template, head) =>
  template
    .replace(/\s*<script[^>]*><\/script>/g, '')
    .replace(/\s*<link rel="(modulepreload|stylesheet)"[^>]*>/g, '')
    .replace('</head>', () => `  ${head.join('\n    ')}\n  </head>`)

const compress = async () => {
  const files = readdirSync(consoleDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && compressible.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name))
  await Promise.all(
    files.map(async (file) => {
      const content = readFileSync(file)
      if (content.length < 512) return
      const [br, gz] = await Promise.all([
        promisify(brotliCompress)(content, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: 11,
            [constants.BROTLI_PARAM_LGWIN]: 24,
            [constants.BROTLI_PARAM_LGBLOCK]: constants.BROTLI_MAX_INPUT_BLOCK_BITS,
            [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
          },
        }),
        promisify(gzip)(content, { level: 9 }),
      ])
      writeFileSync(`${file}.br`, br)
      writeFileSync(`${file}.gz`, gz)
    }),
  )
}

const writeWords = async () => {
  const { gatherWords } = await import(pathToFileURL(resolve('dist/words/wordLists.js')).href)
  const { ranked, listed } = gatherWords()
  writeFileSync('dist/words/ranked.json', JSON.stringify(ranked))
  writeFileSync('dist/words/listed.txt', listed)
}

const started = performance.now()
const built = stamp()
process.env.BUILD_STAMP = built
rmSync('dist', { recursive: true, force: true })
await build({ configFile: 'vite.config.ts', logLevel: 'warn' })
await buildForNode('build/prerender.tsx', 'dist/prerender', 'vite.config.ts', ['lucide-react'])
await buildForNode('server/main.ts', 'dist/server', false, bundledInServer)
const toolFiles = tools.map((name) => `scripts/${name}.ts`)
await buildForNode(toolFiles, 'dist/tools', false, bundledInServer)
await buildForNode('server/security/wordLists.ts', 'dist/words', false, [])
await writeWords()
await prerender()
await compress()
mkdirSync(dirname(stampFile), { recursive: true })
writeFileSync(stampFile, built)
console.log(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s`)
