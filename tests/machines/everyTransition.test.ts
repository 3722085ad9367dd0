import { afterAll, describe, expect, it } from 'vitest'
import { goldenTable, walk } from '../support/machineModel'
import { reportWalks } from '../support/reportWalks'
import { machineFiles } from './machineFiles'
import { models } from './models'

const walks = new Map(models.map((model) => [model, walk(model)]))

describe.each([...walks].map(([model, walked]) => ({ name: model.name, model, walked })))(
  '$name',
  ({ model, walked }) => {
    it('takes every transition', () => {
      expect(walked.missing).toEqual([])
    })

    it('goes where the table says, and tells what the table says', async () => {
      await expect(goldenTable(model, walked)).toMatchFileSnapshot(`__golden__/${model.name}.md`)
    })
  },
)

it('walks every machine of the console', () => {
  expect(models.map(({ name }) => `${name}.ts`).sort()).toEqual(machineFiles().sort())
})

afterAll(() => {
  reportWalks(
    'console',
    [...walks].map(([{ name }, walked]) => ({ machine: name, ...walked })),
  )
})
