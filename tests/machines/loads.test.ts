import { expect, it } from 'vitest'
import { walk } from '../support/machineModel'

/** The mutation check counts failed tests alone: a statechart that breaks while its file is loaded must fail one. */
it('loads and walks every statechart of the console', async () => {
  const { models } = await import('./models')
  expect(models.map((model) => walk(model).steps.length).every((steps) => steps > 0)).toBe(true)
})

it('loads and walks the statechart of the server', async () => {
  const { itemModel } = await import('../server/itemModel')
  expect(walk(itemModel).steps.length).toBeGreaterThan(0)
})
