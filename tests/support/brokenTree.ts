import { cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** A deliberate fault: `from`, which the file contains once, becomes `to`. */
export interface Fault {
  file: string
  from: string
  to: string
}

const needed = [
  ...['src', 'server', 'sandbox', 'scripts', 'build', 'public', 'tests', 'inspector', 'index.html', 'vite.config.ts'],
  ...['vitest.config.ts', 'tsconfig.json', 'biome.json', 'package.json', 'package-lock.json'],
]

/** A copy of this tree. */
export const copyOfTree = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'auto-comment-bot-fault-'))
  for (const name of needed) cpSync(name, join(folder, name), { recursive: true })
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  return folder
}

/** @returns a function that removes the fault. */
export const putFault = (folder: string, { file, from, to }: Fault): (() => void) => {
  const path = join(folder, file)
  const code = readFileSync(path, 'utf8')
  if (code.split(from).length !== 2) throw new Error(`${file} does not contain this once: ${from}`)
  writeFileSync(
    path,
    code.replace(from, () => to),
  )
  return () => writeFileSync(path, code)
}
