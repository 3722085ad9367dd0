import type { Model } from '../../schemas/characters/models'

const mostShown = 50

/** Models whose names show that they do not write texts. */
const unlikely =
  /embed|whisper|tts|dall-?e|moderation|image|audio|rerank|transcribe|realtime|speech|vision-ocr|\bguard/i

/** Models whose names contain every word of the query, writing models first. */
export const foundModels = (models: readonly Model[], query: string): { shown: Model[]; more: number } => {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const found = models.filter(({ id }) => words.every((word) => id.toLowerCase().includes(word)))
  const ordered = [...found.filter(({ id }) => !unlikely.test(id)), ...found.filter(({ id }) => unlikely.test(id))]
  return { shown: ordered.slice(0, mostShown), more: Math.max(0, found.length - mostShown) }
}
