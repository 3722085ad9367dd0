import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Instrumenter } from '@stryker-mutator/instrumenter'

/** Babel's, as far as it is looked at: Stryker's own type for it is empty. */
interface NodePath {
  node: { type: string; name?: { name?: string } }
}

/** The looks of a page are measured in a browser; names of classes are no behaviour. */
const classNames = {
  shouldIgnore: (path: object) => {
    const { type, name } = (path as NodePath).node
    return type === 'JSXAttribute' && name?.name === 'className' ? 'Classes are looked at in a browser.' : undefined
  },
}

const nothing = () => undefined
const silent = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing, fatal: nothing }
const never = () => false
const log = {
  ...silent,
  isTraceEnabled: never,
  isDebugEnabled: never,
  isInfoEnabled: never,
  isWarnEnabled: never,
  isErrorEnabled: never,
  isFatalEnabled: never,
}

/** Stryker's: one place of the code, and what is put there. */
export interface DrawnMutant {
  /** Of its file's mutants. */
  id: string
  /** From the root of the repository. */
  file: string
  /** From 1. */
  line: number
  kind: string
  was: string
  is: string
}

/** A file's mutants, and its code with all of them in it: the one whose id `__STRYKER_ACTIVE_MUTANT__` names runs. */
export const mutantsOf = async (file: string): Promise<{ mutants: DrawnMutant[]; code: string }> => {
  const content = readFileSync(file, 'utf8')
  const lines = content.split('\n')
  const options = { plugins: null, excludedMutations: [], ignorers: [classNames] }
  const result = await new Instrumenter(log).instrument([{ name: file, mutate: true, content }], options)
  const mutants = result.mutants
    .filter(({ status }) => status !== 'Ignored')
    .map(({ id, mutatorName, replacement = '', location: { start, end } }) => {
      const [first = '', ...more] = lines.slice(start.line, end.line + 1)
      const last = more.length > 0 ? ' …' : ''
      const was = first.slice(start.column, more.length > 0 ? undefined : end.column) + last
      return { id, file, line: start.line + 1, kind: mutatorName, was, is: replacement.replaceAll(/\s+/g, ' ') }
    })
  return { mutants, code: String(result.files[0]?.content) }
}

/** Code of a folder; steps of the database stay as they were released. */
export const sourcesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => /(?<!\.d)\.tsx?$/.test(name) && !/\/migrations\//.test(name))
    .toSorted()
