import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

const consoleDir = 'dist/console'

interface Chunk {
  file: string
  src?: string
  css?: string[]
  imports?: string[]
}

/** What the build wrote, keyed by source file. */
export const readManifest = (): Record<string, Chunk> =>
  JSON.parse(readFileSync(join(consoleDir, '.vite/manifest.json'), 'utf8'))

/** Brotli size (quality 11) in bytes; fonts as they are, they are compressed already. */
export const wireSize = (file: string): number => {
  const content = readFileSync(join(consoleDir, file))
  if (file.endsWith('.woff2')) return content.length
  return brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
}

/** The chunks that a source file needs before it can run: itself and its static imports, with their styles. */
export const needed = (manifest: Record<string, Chunk>, source: string, found = new Set<string>()): Set<string> => {
  const chunk = manifest[source]
  if (!chunk) throw new Error(`The build has no chunk for ${source}`)
  if (found.has(chunk.file)) return found
  found.add(chunk.file)
  for (const style of chunk.css ?? []) found.add(style)
  for (const name of chunk.imports ?? []) needed(manifest, name, found)
  return found
}

export const fontFiles = (): string[] =>
  readdirSync(join(consoleDir, 'assets')).flatMap((name) => (name.endsWith('.woff2') ? [`assets/${name}`] : []))
