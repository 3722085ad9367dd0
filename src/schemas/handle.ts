/** A handle without its @, whether or not it came with one. */
export const bareHandle = (username: string): string => username.replace(/^@/, '')

/** `@maker`, whether or not it came with its @; `nobody` where it is not known. */
export const atHandle = (username: string | null | undefined, nobody = 'somebody'): string =>
  username ? `@${bareHandle(username)}` : nobody
