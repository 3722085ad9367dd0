import { afterAll, describe, expect, it } from 'vitest'
import { goldenTable, type Walk, walk } from '../support/machineModel'
import { reportWalks } from '../support/reportWalks'
import { machineFiles } from './machineFiles'
import { models } from './models'

/** The states in which a machine holds the one thing that it is about just now. */
const holds: Record<string, RegExp> = {
  resource: /^(confirmingDelete|deleting)$/,
}

const walks: ({ machine: string } & Walk)[] = []

for (const model of models) {
  describe(model.name, () => {
    const hasSubject = holds[model.name] ?? /^$/

    it('takes every transition, goes where the table says, and tells what the table says', async () => {
      const walked = walk(model)
      walks.push({ machine: model.name, ...walked })
      expect(walked.missing).toEqual([])
      const { steps } = walked
      expect(steps.filter(({ to, context }) => (context.subject !== undefined) !== hasSubject.test(to.value))).toEqual(
        [],
      )
      await expect(goldenTable(model, walked)).toMatchFileSnapshot(`__golden__/${model.name}.md`)
    }, 120_000)
  })
}

it('walks every machine of the console', () => {
  expect(models.map(({ name }) => `${name}.ts`).sort()).toEqual(machineFiles().sort())
})

afterAll(() => reportWalks('console', walks))
