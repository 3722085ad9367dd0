import { nearIdenticalGroups } from '../../src/schemas/similar'

/**
 * The texts without those that X would take for an earlier one, or for one of `present`; those would be refused when
 * they are sent.
 */
export const distinctTexts = (texts: readonly string[], present: readonly string[] = []): string[] => {
  const repeated = new Set(nearIdenticalGroups([...present, ...texts]).flatMap(([, ...others]) => others))
  return texts.filter((_, index) => !repeated.has(present.length + index))
}
