import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, extname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import { stamp, stampFile } from './stamp.mjs'

const marker = '<!--app-->'
const consoleDir = 'dist/console'
const compressible = new Set(['.js', '.css', '.html', '.svg', '.json', '.txt', '.webmanifest'])

const buildForNode = (entry, outDir) =>
  build({
    configFile: 'vite.config.ts',
    logLevel: 'warn',
    build: {
      ssr: entry,
      outDir,
      emptyOutDir: true,
      manifest: false,
      copyPublicDir: false,
      minify: false,
      target: 'node20',
      sourcemap: true,
    },
  })

const prerender = async () => {
  const template = readFileSync(join(consoleDir, 'index.html'), 'utf8')
  if (!template.includes(marker)) throw new Error(`index.html has no ${marker}`)
  const { pages, render } = await import(pathToFileURL(resolve('dist/prerender/prerender.js')).href)
  for (const [file, { path, title }] of Object.entries(pages)) {
    const page = template.replace(marker, () => render(path))
    writeFileSync(
      join(consoleDir, file),
      title ? page.replace(/<title>[^<]*<\/title>/, `<title>${title}</title>`) : page,
    )
  }
  writeFileSync(join(consoleDir, 'app.html'), template.replace(marker, ''))
}

const compress = async () => {
  const files = readdirSync(consoleDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && compressible.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name))
  await Promise.all(
    files.map(async (file) => {
      const content = readFileSync(file)
      if (content.length < 512) return
      const [br, gz] = await Promise.all([
        promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
        promisify(gzip)(content, { level: 9 }),
      ])
      writeFileSync(`${file}.br`, br)
      writeFileSync(`${file}.gz`, gz)
    }),
  )
}

const started = performance.now()
const built = stamp()
rmSync('dist', { recursive: true, force: true })
await build({ configFile: 'vite.config.ts', logLevel: 'warn' })
await buildForNode('src/prerender.tsx', 'dist/prerender')
await buildForNode('server/main.ts', 'dist/server')
await prerender()
await compress()
mkdirSync(dirname(stampFile), { recursive: true })
writeFileSync(stampFile, built)
console.log(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s`)
