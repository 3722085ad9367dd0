import { type ESTree, type Plugin, parseSync, Visitor } from 'vite'

/**
 * What describes the states of a chart is for docs/machines.md and the inspector. In its place stand spaces, which a
 * minifier takes out: every other letter keeps its place in the source map.
 */
export const leaveOutDescriptions = (): Plugin => ({
  name: 'leave-out-descriptions',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/machines\/\w+\.ts$/ },
    handler: (code, id) => ({ code: withoutDescriptions(id, code), map: null }),
  },
})

/** @param file its ending says what language the code is in. */
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
