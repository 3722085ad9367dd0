/** `xstate.done.actor.send` reads `send done`. */
export const shortName = (type: string): string => {
  const [, kind, rest] = /^xstate\.(done\.actor|error\.actor|after)\.(.+)$/.exec(type) ?? []
  if (kind === 'done.actor') return `${rest} done`
  if (kind === 'error.actor') return `${rest} failed`
  if (kind === 'after') return `after ${rest?.split('.')[0]}`
  return type === '' ? 'at once' : type
}
