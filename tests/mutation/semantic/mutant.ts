/** What a mutant does to the meaning of the code. */
export type MutantKind =
  /** Another element is meant than the one that the event, the answer or the key names. */
  | 'other element'
  /** It carries other data, or says other words. */
  | 'payload'
  | 'scaled delay'
  | 'added transition'
  | 'removed transition'
  | 'other target'
  | 'other guard'
  | 'doubled effect'
  /** What is to outlive a reload, or is to be told to the server or to another actor, is not. */
  | 'dropped save'
  /** What is over is not forgotten. */
  | 'forgotten reset'

/** One mistake in the meaning of the code, made by putting `to` in the place of `from`, which `file` has exactly once. */
export interface Mutant {
  /** What the product then does, as an operator would tell it. */
  name: string
  kind: MutantKind
  /** From the root of the repository. */
  file: string
  from: string
  to: string
}

/** @throws Error where the code does not have exactly one such place: the mutant is out of date. */
export const applied = ({ name, file, from, to }: Mutant, code: string): string => {
  const [before, after, ...more] = code.split(from)
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`"${name}": ${file} has ${code.split(from).length - 1} such places`)
  }
  return before + to + after
}
