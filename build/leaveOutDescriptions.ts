import { type ESTree, type Plugin, parseSync, Visitor } from 'vite'

/**
 * Removes the descriptions of states, which only docs/machines.md and the inspector need. Spaces replace them, so that
 * positions in the source map stay correct.
 */
export const leaveOutDescriptions = (): Plugin => ({
  name: 'leave-out-descriptions',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/machines\/\w+\/\w+\.ts$/ },
    handler: (code, id) => ({ code: withoutDescriptions(id, code), map: null }),
  },
})

/** @param file its extension names the language of the code. */
export const withoutDescriptions = (file: string, code: string): string => {
  const found: { start: number; end: number }[] = []
  let charts = 0
  const isChart = ({ callee }: ESTree.CallExpression) =>
    callee.type === 'MemberExpression' && 'name' in callee.property && callee.property.name === 'createMachine'
  new Visitor({
    CallExpression: (call) => {
      if (isChart(call)) charts += 1
    },
    'CallExpression:exit': (call) => {
      if (isChart(call)) charts -= 1
    },
    Property: ({ key, value, start, end }) => {
      const isText = value.type === 'Literal' && typeof value.value === 'string'
      if (charts > 0 && key.type === 'Identifier' && key.name === 'description' && isText) found.push({ start, end })
    },
  }).visit(parseSync(file, code).program)
  let left = code
  for (const { start, end } of found) {
    const comma = /^\s*,/.exec(code.slice(end))?.[0].length ?? 0
    left = left.slice(0, start) + code.slice(start, end + comma).replace(/[^\n]/g, ' ') + left.slice(end + comma)
  }
  return left
}
