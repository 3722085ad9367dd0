import { readFileSync } from 'node:fs'
import { type ESTree, parseSync, Visitor } from 'vite'

/** The texts that components of a file return, instead of elements, nothing or a portal. */
export const barelyGiven = (file: string): string[] => {
  const code = readFileSync(file, 'utf8')
  const names = new Map<ESTree.Node, string>()
  const around: ESTree.Node[] = []
  const found: string[] = []
  const note = (component: ESTree.Node | undefined, given: ESTree.Node) => {
    const name = component && names.get(component)
    if (name) for (const { start, end } of bare(given)) found.push(`${file}: ${name} gives ${code.slice(start, end)}`)
  }
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      if (id.type === 'Identifier' && /^[A-Z]/.test(id.name) && init) names.set(init, id.name)
    },
    ArrowFunctionExpression: (made) => {
      around.push(made)
      if (made.expression) note(made, made.body)
    },
    'ArrowFunctionExpression:exit': () => around.pop(),
    ReturnStatement: ({ argument }) => {
      if (argument) note(around.at(-1), argument)
    },
    CallExpression: ({ callee, arguments: [shown] }) => {
      if (callee.type !== 'Identifier' || callee.name !== 'createPortal' || !shown) return
      for (const { start, end } of bare(shown)) found.push(`${file}: a portal shows ${code.slice(start, end)}`)
    },
  }).visit(parseSync(file, code).program)
  return found
}

const bare = (node: ESTree.Node): ESTree.Node[] => {
  switch (node.type) {
    case 'JSXElement':
    case 'JSXFragment':
      return []
    case 'ParenthesizedExpression':
      return bare(node.expression)
    case 'ConditionalExpression':
      return [node.consequent, node.alternate].flatMap(bare)
    case 'Literal':
      return node.value === null ? [] : [node]
    case 'CallExpression':
      return node.callee.type === 'Identifier' && node.callee.name === 'createPortal' ? [] : [node]
    default:
      return [node]
  }
}
