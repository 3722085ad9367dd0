interface Mutation {
  /** From the root of the repository. */
  file: string
  /** @returns the file's code with the mutant in it. */
  apply(code: string): string
}

declare global {
  /** Whoever runs the tests and the configuration of each project are loaded apart from one another. */
  var activeMutation: Mutation | undefined
}

export const activate = (mutation: Mutation | undefined): void => {
  globalThis.activeMutation = mutation
}

/** @param file from the root of the repository. @returns the code with the active mutant in it, undefined where it stands elsewhere. */
export const mutated = (code: string, file: string): string | undefined => {
  const mutation = globalThis.activeMutation
  return mutation?.file === file ? mutation.apply(code) : undefined
}
