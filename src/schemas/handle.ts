/** A handle with or without its @. X gives them at most 15 characters today; some old ones have up to 20. */
export const handlePattern = /^@?\w{1,20}$/

/** A handle without its @, whether or not it came with one. */
export const bareHandle = (username: string): string => username.replace(/^@/, '')

/** `@maker`, whether or not it came with its @; `nobody` where it is not known. */
export const atHandle = (username: string | null | undefined, nobody = 'somebody'): string =>
  username ? `@${bareHandle(username)}` : nobody
