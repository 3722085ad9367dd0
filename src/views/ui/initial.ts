import { bareHandle } from '../../schemas/handle'

/** Does not split an emoji. */
export const initialOf = (name: string): string => [...bareHandle(name)][0] ?? '?'
