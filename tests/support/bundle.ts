import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { type Chunk, chunkListFile, filesOf } from '../../build/chunks.mjs'

const consoleDir = 'dist/console'
const code = ['src/actors/console.ts', 'src/services/browserConsole.ts', 'src/views/layout/AdminRoutes.tsx']

interface Visited {
  /** The file that answers the address, without its ending. */
  page: string
  /** What it asks for before it can be used, by the modules that it imports. */
  modules: string[]
}

export const visits = {
  '/ before hydration': { page: 'index', modules: ['src/landing/main.ts'] },
  '/': { page: 'index', modules: ['src/landing/main.ts', 'src/landing/islands.tsx'] },
  '/login': { page: 'login', modules: ['src/main.tsx', 'src/views/auth/LoginScreen.tsx'] },
  '/sign-up': { page: 'sign-up', modules: ['src/main.tsx', 'src/views/auth/SignUpScreen.tsx'] },
  '/admin/home': { page: 'admin/home', modules: ['src/main.tsx', ...code, 'src/views/reply/HomeScreen.tsx'] },
  '/admin/media-agent': {
    page: 'admin/media-agent',
    modules: ['src/main.tsx', ...code, 'src/views/agents/AgentsScreen.tsx'],
  },
} satisfies Record<string, Visited>
export type Visit = keyof typeof visits

export interface Download {
  /** Bytes on the wire: brotli as the build made it; short files, and fonts, as they are. */
  javascript: number
  /** All of it in one text. */
  code: string
  /** The page itself, with the styles that it carries. */
  html: number
  /** Stylesheets that it links. */
  css: number
  /** Source files, by their paths from the repository. */
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

/** Bytes on the wire of each script of a visit, by its name without the hash. */
const scriptsOf = (visit: Visit): Record<string, number> => {
  const chunks: Record<string, Chunk> = JSON.parse(readFileSync(join(consoleDir, chunkListFile), 'utf8'))
  const named = filesOf(chunks, visits[visit].modules).map((file) => [nameOf(file), wireSize(file)] as const)
  return Object.fromEntries(named)
}

const nameOf = (file: string): string => file.replace(/^assets\//, '').replace(/-[\w-]{8}\.js$/, '')

const recordFile = 'build/sizes.json'

/** Writes down today's sizes, which `growthOf` compares with: for whoever raises a budget, or has made things smaller. */
export const recordSizes = (): void => {
  const sizes = Object.fromEntries((Object.keys(visits) as Visit[]).map((visit) => [visit, scriptsOf(visit)]))
  writeFileSync(recordFile, `${JSON.stringify(sizes, null, 2)}\n`)
}

/** What a visit downloads more, or less, than when sizes were recorded: one line a script, the largest growth first. */
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

/** The text of a built page, by its file's name without the ending. */
export const pageOf = (name: string): string => readFileSync(join(consoleDir, `${name}.html`), 'utf8')

/** What the only group of `pattern` finds in a page. */
export const linked = (html: string, pattern: RegExp): string[] =>
  [...html.matchAll(pattern)].map(([, file = '']) => file)

/** Bytes on the wire of a file below `dist/console`. */
export const wireSize = (file: string): number => {
  const path = join(consoleDir, file)
  return readFileSync(existsSync(`${path}.br`) ? `${path}.br` : path).length
}

export const fontSize = (): number =>
  sum(readdirSync(join(consoleDir, 'assets')).flatMap((name) => (name.endsWith('.woff2') ? [`assets/${name}`] : [])))

const sum = (files: string[]): number => files.reduce((total, file) => total + wireSize(file), 0)
