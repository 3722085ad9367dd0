import { expect, it } from 'vitest'
import { withoutDescriptions } from '../build/leaveOutDescriptions'

const chart = `
const form = { description: 'A group' }
export const machine = setup({}).createMachine({
  id: 'm',
  description:
    'What it’s for, and “why”.',
  states: {
    idle: { description: 'Rests' },
    busy: { entry: emit({ description }), on: { go: { actions: { params: () => ({ description: name }) } } } },
  },
})
const after: string = createMachine({ description: 'no chart of ours' })
`

it("removes the descriptions of a chart's states and nothing else, without moving other text", () => {
  const left = withoutDescriptions('machine.ts', chart)
  expect(left.length).toBe(chart.length)
  expect(left.indexOf('states:')).toBe(chart.indexOf('states:'))
  expect(left.split('\n').map((line) => line.trimEnd())).toEqual([
    '',
    "const form = { description: 'A group' }",
    'export const machine = setup({}).createMachine({',
    "  id: 'm',",
    '',
    '',
    '  states: {',
    `    idle: {${' '.repeat(22)}},`,
    '    busy: { entry: emit({ description }), on: { go: { actions: { params: () => ({ description: name }) } } } },',
    '  },',
    '})',
    "const after: string = createMachine({ description: 'no chart of ours' })",
    '',
  ])
})
