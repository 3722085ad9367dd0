import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { type Chunk, chunkListFile, filesOf } from '../../scripts/chunks.mjs'

const consoleDir = 'dist/console'
const code = ['src/consoleLogic.ts', 'src/services/browserConsole.ts', 'src/views/layout/AdminRoutes.tsx']

/** What a visit asks for before the page can be used, by the modules that it imports. */
export const visits = {
  '/ before hydration': ['src/landing.ts'],
  '/': ['src/landing.ts', 'src/landingIslands.tsx'],
  '/login': ['src/main.tsx', 'src/views/auth/LoginScreen.tsx'],
  '/sign-up': ['src/main.tsx', 'src/views/auth/SignUpScreen.tsx'],
  '/admin/home': ['src/main.tsx', ...code, 'src/views/reply/HomeScreen.tsx'],
  '/admin/media-agent': ['src/main.tsx', ...code, 'src/views/agents/AgentsScreen.tsx'],
}
export type Visit = keyof typeof visits

export interface Download {
  /** Bytes on the wire: brotli as the build made it; short files, and fonts, as they are. */
  javascript: number
  css: number
  /** Source files, by their paths from the repository. */
  modules: string[]
}

export const downloadOf = (visit: Visit): Download => {
  const chunks: Record<string, Chunk> = JSON.parse(readFileSync(join(consoleDir, chunkListFile), 'utf8'))
  const files = filesOf(chunks, visits[visit])
  const styles = new Set(files.flatMap((file) => chunks[file]?.css ?? []))
  return {
    javascript: sum(files),
    css: sum([...styles]),
    modules: files.flatMap((file) => chunks[file]?.modules ?? []),
  }
}

/** Bytes on the wire of a file below `dist/console`. */
export const wireSize = (file: string): number => {
  const path = join(consoleDir, file)
  return readFileSync(existsSync(`${path}.br`) ? `${path}.br` : path).length
}

export const fontSize = (): number =>
  sum(readdirSync(join(consoleDir, 'assets')).flatMap((name) => (name.endsWith('.woff2') ? [`assets/${name}`] : [])))

const sum = (files: string[]): number => files.reduce((total, file) => total + wireSize(file), 0)
