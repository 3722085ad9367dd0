import { expect, it } from 'vitest'
import { openOf } from '../../../scripts/advisories.mjs'

it('names shipped packages below the fixed version, wherever they are', () => {
  const list = { advisories: [{ id: 'A-1', package: 'walker', fixed: '9.0.10' }] }
  const packages = {
    'node_modules/walker': { version: '9.0.9' },
    'node_modules/way/node_modules/walker': { version: '9.0.10' },
    'node_modules/old/node_modules/walker': { version: '8.20.30' },
    'node_modules/tool/node_modules/walker': { version: '1.0.0', dev: true },
    'node_modules/walker-two': { version: '1.0.0' },
  }
  expect(openOf(list, { packages })).toEqual([
    'walker 9.0.9: A-1, fixed in 9.0.10',
    'walker 8.20.30: A-1, fixed in 9.0.10',
  ])
})
