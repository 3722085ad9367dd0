/**
 * Looks at a draft for one thing.
 *
 * @returns why a person should look at it, in words that follow "This reply"; undefined where there is nothing to say.
 */
export type Check<TAbout = unknown> = (text: string, about: TAbout) => string | undefined

/** What `checks` say of a text, in their order. */
export const reasonsOf = <TAbout>(checks: readonly Check<TAbout>[], text: string, about: TAbout): string[] =>
  checks.flatMap((check) => check(text, about) ?? [])
