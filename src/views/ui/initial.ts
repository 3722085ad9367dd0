import { bareHandle } from '../../schemas/handle'

/** The first letter of a handle, as it stands in its disc; an emoji is no half of one. */
export const initialOf = (name: string): string => [...bareHandle(name)][0] ?? '?'
