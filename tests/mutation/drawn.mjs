// Leaves Stryker the mutants that scripts/mutate.mjs drew: the others count as not compiled, and so not in the score.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

/** @returns {string} what tells a mutant from every other; columns and lines count from 0 */
export const nameOf = ({ fileName, location: { start, end }, mutatorName, replacement }) =>
  JSON.stringify([fileName, start.line, start.column, end.line, end.column, mutatorName, replacement])

class DrawnChecker {
  #drawn = new Set()

  async init() {
    this.#drawn = new Set(JSON.parse(readFileSync(process.env.DRAWN_MUTANTS, 'utf8')))
  }

  async check(mutants) {
    return Object.fromEntries(
      mutants.map((mutant) => {
        const fileName = relative('.', mutant.fileName)
        const isDrawn = this.#drawn.has(nameOf({ ...mutant, fileName }))
        return [mutant.id, isDrawn ? { status: 'passed' } : { status: 'compileError', reason: 'not drawn' }]
      }),
    )
  }
}

/** The looks of a page are measured in a browser; names of classes are no behaviour. */
const isClassName = (path) => path.isJSXAttribute() && path.node.name.name === 'className'

const classNames = {
  shouldIgnore: (path) => (isClassName(path) ? 'Names of classes are looked at in a browser.' : undefined),
}

export const strykerPlugins = [
  { kind: 'Checker', name: 'drawn', injectableClass: DrawnChecker },
  { kind: 'Ignore', name: 'class-names', value: classNames },
]
