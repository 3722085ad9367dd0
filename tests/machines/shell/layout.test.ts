import { expect, it } from 'vitest'
import { layoutMachine } from '../../../src/machines/shell/layout'
import { run } from '../../support/run'

it('opens one window at a time, which closes by its own event or with the screen', () => {
  const layout = run(layoutMachine, { services: ['keepColumn', 'watchPath'], input: { isColumnOpen: undefined } })
  const states = (
    [
      'drawer.toggle',
      'palette.open',
      'drawer.close',
      'problem.open',
      'palette.close',
      'problem.close',
      'keys.open',
      'path.changed',
      'drawer.toggle',
      'drawer.toggle',
    ] as const
  ).map((type) => {
    layout.send({ type })
    return layout.state()
  })
  expect(states).toEqual([
    'drawer',
    'palette',
    'palette',
    'problem',
    'problem',
    'closed',
    'keys',
    'closed',
    'drawer',
    'closed',
  ])
})
