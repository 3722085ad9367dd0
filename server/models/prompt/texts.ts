import { createNovelty } from '../../../src/schemas/composer/similar'

/** Removes texts that X would refuse as a repetition of an earlier text or of one in `present`. */
export const distinctTexts = (texts: readonly string[], present: readonly string[] = []): string[] => {
  const isNew = createNovelty()
  for (const text of present) isNew(text)
  return texts.filter(isNew)
}
