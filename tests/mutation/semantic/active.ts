import type { Mutant } from './mutant'

declare global {
  /** Whoever runs the tests and the configuration of each project are loaded apart from one another. */
  var semanticMutant: Mutant | undefined
}

export const activate = (mutant: Mutant | undefined): void => {
  globalThis.semanticMutant = mutant
}

/** @param file from the root of the repository. @returns the code with the active mutant in it, undefined where it stands elsewhere. */
export const mutated = (code: string, file: string): string | undefined => {
  const mutant = globalThis.semanticMutant
  return mutant?.file === file ? applied(mutant, code) : undefined
}

/** @throws Error where the code does not have exactly one such place: the mutant is out of date. */
export const applied = ({ name, file, from, to }: Mutant, code: string): string => {
  const [before, after, ...more] = code.split(from)
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`"${name}": ${file} has ${code.split(from).length - 1} such places`)
  }
  return before + to + after
}
