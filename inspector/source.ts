import { parseSync } from 'vite'

export interface Place {
  file: string
  line: number
}

/** A part of a syntax tree of ESTree. */
interface Node {
  type: string
  start: number
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

const part = (node: unknown, name: string): unknown =>
  typeof node === 'object' && node !== null ? Reflect.get(node, name) : undefined

/**
 * The places of a machine's states in a source file, by the ids of its chart, without states from other files.
 * Undefined if the file has no machine with that id.
 */
export const placesOf = (file: string, text: string, machine: string): Record<string, Place> | undefined => {
  if (!text.includes('createMachine')) return undefined
  const config = configOf(parseSync(file, text).program, machine)
  if (!config) return undefined
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length
  const found: Record<string, Place> = {}
  const enter = (id: string, node: Node, state: unknown) => {
    found[id] = { file, line: lineAt(node.start) }
    for (const { key, node: inner, value } of properties(property(state, 'states'))) enter(`${id}.${key}`, inner, value)
  }
  enter(machine, config, config)
  return found
}

const configOf = (node: unknown, machine: string): Node | undefined => {
  if (Array.isArray(node)) {
    for (const each of node) {
      const found = configOf(each, machine)
      if (found) return found
    }
    return undefined
  }
  if (!isNode(node)) return undefined
  if (node.type === 'CallExpression' && part(part(part(node, 'callee'), 'property'), 'name') === 'createMachine') {
    const [config] = [part(node, 'arguments')].flat()
    if (isNode(config) && part(property(config, 'id'), 'value') === machine) return config
  }
  return configOf(Object.values(node), machine)
}

const properties = (object: unknown): { key: string; node: Node; value: unknown }[] =>
  [part(object, 'properties') ?? []].flat().flatMap((node) => {
    const key = part(part(node, 'key'), 'name') ?? part(part(node, 'key'), 'value')
    return isNode(node) && node.type === 'Property' && typeof key === 'string'
      ? [{ key, node, value: part(node, 'value') }]
      : []
  })

const property = (object: unknown, name: string): unknown => properties(object).find(({ key }) => key === name)?.value
