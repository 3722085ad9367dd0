/** The first letter of a handle, as it stands in its disc. */
export const initialOf = (name: string): string => name.replace(/^@/, '').charAt(0) || '?'
