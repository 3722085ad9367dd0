import { expect, it } from 'vitest'
import { placesOf } from '../../inspector/source'

const text = `const first = setup({}).createMachine({ id: 'other', states: { a: {} } })
export const second = setup({}).createMachine({
  id: 'counter',
  states: {
    open: {
      states: { 'wide open': {} },
    },
    ...elsewhere,
    closed: {},
  },
})
`

it('finds the place of each state of a machine', () => {
  expect(placesOf('counter.ts', text, 'counter')).toEqual({
    counter: { file: 'counter.ts', line: 2 },
    'counter.open': { file: 'counter.ts', line: 5 },
    'counter.open.wide open': { file: 'counter.ts', line: 6 },
    'counter.closed': { file: 'counter.ts', line: 9 },
  })
})

it('finds nothing in a file that creates another machine, or none', () => {
  expect(placesOf('counter.ts', text, 'door')).toBeUndefined()
  expect(placesOf('empty.ts', 'export const one = 1', 'counter')).toBeUndefined()
})
