import { createNovelty } from '../../src/schemas/similar'

/**
 * The texts without those that X would take for an earlier one, or for one of `present`; those would be refused when
 * they are sent.
 */
export const distinctTexts = (texts: readonly string[], present: readonly string[] = []): string[] => {
  const isNew = createNovelty()
  for (const text of present) isNew(text)
  return texts.filter(isNew)
}
