import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { type Chunk, chunkListFile, filesOf } from '../../build/chunks.mjs'

const consoleDir = 'dist/console'
const code = [
  'src/machines/shell/console.actors.ts',
  'src/services/browserConsole.ts',
  'src/views/shell/AdminRoutes.tsx',
]

interface Visited {
  page: string
  /** The modules that the page imports before it can be used. */
  modules: string[]
}

export const visits = {
  '/ before hydration': { page: 'index', modules: ['src/landing/main.ts'] },
  '/': { page: 'index', modules: ['src/landing/main.ts', 'src/landing/islands.tsx'] },
  '/login': { page: 'login', modules: ['src/main.tsx', 'src/views/session/LoginScreen.tsx'] },
  '/sign-up': { page: 'sign-up', modules: ['src/main.tsx', 'src/views/session/SignUpScreen.tsx'] },
  '/admin/home': { page: 'admin/home', modules: ['src/main.tsx', ...code, 'src/views/composer/HomeScreen.tsx'] },
  '/admin/media-agent': {
    page: 'admin/media-agent',
    modules: ['src/main.tsx', ...code, 'src/views/accounts/AgentsScreen.tsx'],
  },
} satisfies Record<string, Visited>
export type Visit = keyof typeof visits

export interface Download {
  /** Bytes on the wire: brotli as the build made it; short files and fonts uncompressed. */
  javascript: number
  code: string
  /** The page with its inline styles. */
  html: number
  css: number
  modules: string[]
}

export const downloadOf = (visit: Visit): Download => {
  const chunks: Record<string, Chunk> = JSON.parse(readFileSync(join(consoleDir, chunkListFile), 'utf8'))
  const { page, modules } = visits[visit]
  const files = filesOf(chunks, modules)
  return {
    javascript: sum(files),
    code: files.map((file) => readFileSync(join(consoleDir, file), 'utf8')).join('\n'),
    html: wireSize(`${page}.html`),
    css: sum(linked(pageOf(page), /<link[^>]* rel="stylesheet"[^>]* href="\/([^"]+)"/g)),
    modules: files.flatMap((file) => chunks[file]?.modules ?? []),
  }
}

const scriptsOf = (visit: Visit): Record<string, number> => {
  const chunks: Record<string, Chunk> = JSON.parse(readFileSync(join(consoleDir, chunkListFile), 'utf8'))
  const named = filesOf(chunks, visits[visit].modules).map((file) => [nameOf(file), wireSize(file)] as const)
  return Object.fromEntries(named)
}

const nameOf = (file: string): string => file.replace(/^assets\//, '').replace(/-[\w-]{8}\.js$/, '')

const recordFile = 'build/sizes.json'

/** Stores today's sizes, which `growthOf` compares with. Run it after raising a budget or making things smaller. */
export const recordSizes = (): void => {
  const sizes = Object.fromEntries((Object.keys(visits) as Visit[]).map((visit) => [visit, scriptsOf(visit)]))
  writeFileSync(recordFile, `${JSON.stringify(sizes, null, 2)}\n`)
}

/** The changes of a visit's downloads since sizes were recorded: one line for each script, the largest growth first. */
export const growthOf = (visit: Visit): string => {
  const recorded: Record<string, Record<string, number>> = JSON.parse(readFileSync(recordFile, 'utf8'))
  const before = recorded[visit] ?? {}
  const now = scriptsOf(visit)
  return [...new Set([...Object.keys(before), ...Object.keys(now)])]
    .map((name) => ({ name, from: before[name] ?? 0, to: now[name] ?? 0 }))
    .filter(({ from, to }) => from !== to)
    .sort((one, other) => other.to - other.from - (one.to - one.from))
    .map(({ name, from, to }) => `${visit}: ${name} ${from} -> ${to} bytes`)
    .join('\n')
}

export const pageOf = (name: string): string => readFileSync(join(consoleDir, `${name}.html`), 'utf8')

export const linked = (html: string, pattern: RegExp): string[] =>
  [...html.matchAll(pattern)].map(([, file = '']) => file)

export const wireSize = (file: string): number => {
  const path = join(consoleDir, file)
  return readFileSync(existsSync(`${path}.br`) ? `${path}.br` : path).length
}

export const fontSize = (): number =>
  sum(readdirSync(join(consoleDir, 'assets')).flatMap((name) => (name.endsWith('.woff2') ? [`assets/${name}`] : [])))

const sum = (files: string[]): number => files.reduce((total, file) => total + wireSize(file), 0)
