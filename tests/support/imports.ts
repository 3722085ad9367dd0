import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

export interface Import {
  file: string
  /** A path of this repository without its extension, `node`, or a package's name. */
  target: string
  typeOnly: boolean
  /** By `import()`. */
  late: boolean
}

export const rooms = ['src', 'server', 'sandbox', 'build', 'inspector']

export const sources = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.tsx?$/.test(name))
        .map((name) => join(folder, name))
    : []

const statement = /(?:^|\n)\s*(?:import|export)\s+(type\s)?(?:[^'"`;]*?\sfrom\s+)?'([^']+)'|import\('([^']+)'\)/g

const packageName = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

export const importsOf = (file: string): Import[] =>
  [...readFileSync(file, 'utf8').matchAll(statement)].map(([, type, from, dynamic]) => {
    const specifier = from ?? dynamic ?? ''
    const target = specifier.startsWith('.')
      ? normalize(join(dirname(file), specifier.replace(/\?.*$/, '')))
      : specifier.startsWith('node:')
        ? 'node'
        : packageName(specifier)
    return { file, target, typeOnly: type !== undefined, late: dynamic !== undefined }
  })

/**
 * Groups that lead to one another, each in the order of its names (Tarjan's strongly connected components).
 *
 * @param edges from a name to another
 */
export const circlesIn = (edges: readonly (readonly [from: string, to: string])[]): string[][] => {
  const next = new Map<string, string[]>()
  for (const [from, to] of edges) next.set(from, [...(next.get(from) ?? []), to])
  const found: string[][] = []
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const visit = (name: string): number => {
    const at = order.size
    order.set(name, at)
    lowest.set(name, at)
    open.push(name)
    for (const other of next.get(name) ?? []) {
      if (!order.has(other)) lowest.set(name, Math.min(lowest.get(name) ?? at, visit(other)))
      else if (open.includes(other)) lowest.set(name, Math.min(lowest.get(name) ?? at, order.get(other) ?? at))
    }
    const low = lowest.get(name) ?? at
    if (low === at) {
      const circle = open.splice(open.indexOf(name))
      if (circle.length > 1) found.push(circle.sort())
    }
    return low
  }
  for (const name of next.keys()) if (!order.has(name)) visit(name)
  return found
}
