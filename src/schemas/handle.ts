export const bareHandle = (username: string): string => username.replace(/^@/, '')

/** `username` may have its @. */
export const atHandle = (username: string | null | undefined, nobody = 'somebody'): string =>
  username ? `@${bareHandle(username)}` : nobody
