import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Everything that a build depends on. */
export const inputs = [
  'src',
  'server',
  'sandbox',
  'scripts',
  'build',
  'inspector',
  'public',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
]

const files = (path) => {
  const entry = statSync(path, { throwIfNoEntry: false })
  if (!entry) return []
  return entry.isDirectory()
    ? readdirSync(path)
        .sort()
        .flatMap((name) => files(join(path, name)))
    : [path]
}

export const stampFile = 'dist/stamp'

export const stamp = () => {
  const hash = createHash('sha256')
  for (const file of inputs.flatMap(files)) hash.update(`${file}\0`).update(readFileSync(file))
  for (const [name, value] of Object.entries(process.env).sort()) {
    if (name.startsWith('VITE_')) hash.update(`${name}=${value}\0`)
  }
  return hash.digest('hex')
}

export const isBuilt = () => {
  try {
    return readFileSync(stampFile, 'utf8') === stamp()
  } catch {
    return false
  }
}
