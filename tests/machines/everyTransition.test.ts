import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { isWhole } from '../support/depth'
import { allPaths, goldenTable, pathsByPlaces, type Walk, walk } from '../support/machineModel'
import { reportWalks } from '../support/reportWalks'
import { machineFiles } from './machineFiles'
import { models } from './models'

/** The states in which a machine holds its current object. */
const holds: Record<string, RegExp> = {
  resource: /^(confirmingDelete|deleting)$/,
}

const rowsBeyond = async (file: string, table: string): Promise<string[]> => {
  const known = new Set((await readFile(join(import.meta.dirname, file), 'utf8')).split('\n'))
  return table.split('\n').filter((row) => !known.has(row))
}

const walks: ({ machine: string } & Walk)[] = []

for (const model of models) {
  describe(model.name, () => {
    const hasSubject = holds[model.name] ?? /^$/

    it('takes every transition, to the target and with the emitted events of the table', async () => {
      const walked = walk(model, isWhole ? allPaths : pathsByPlaces)
      walks.push({ machine: model.name, ...walked })
      expect(walked.missing).toEqual([])
      const { steps } = walked
      expect(steps.filter(({ to, context }) => (context.subject !== undefined) !== hasSubject.test(to.value))).toEqual(
        [],
      )
      const golden = `__golden__/${model.name}.md`
      const table = goldenTable(model, walked)
      if (isWhole) await expect(table).toMatchFileSnapshot(golden)
      else expect(await rowsBeyond(golden, table)).toEqual([])
    }, 240_000)
  })
}

it('walks every machine of the console', () => {
  expect(models.map(({ name }) => `${name}.ts`).sort()).toEqual(
    machineFiles()
      .map((file) => basename(file))
      .sort(),
  )
})

afterAll(() => reportWalks('console', walks))
