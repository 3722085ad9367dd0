/** @returns a phrase that follows "This reply", undefined if there is nothing to report */
export type Check<TAbout = unknown> = (text: string, about: TAbout) => string | undefined

export const reasonsOf = <TAbout>(checks: readonly Check<TAbout>[], text: string, about: TAbout): string[] =>
  checks.flatMap((check) => check(text, about) ?? [])
