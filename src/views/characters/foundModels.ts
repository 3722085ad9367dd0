import type { Model } from '../../schemas/models'

/** A list of thousands is searched, not scrolled. */
const mostShown = 50

/** By their names made for something else than writing. */
const unlikely =
  /embed|whisper|tts|dall-?e|moderation|image|audio|rerank|transcribe|realtime|speech|vision-ocr|\bguard/i

/** The models whose names hold every word of the query, those that write first; `more` of them are not shown. */
export const foundModels = (models: readonly Model[], query: string): { shown: Model[]; more: number } => {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const found = models.filter(({ id }) => words.every((word) => id.toLowerCase().includes(word)))
  const ordered = [...found.filter(({ id }) => !unlikely.test(id)), ...found.filter(({ id }) => unlikely.test(id))]
  return { shown: ordered.slice(0, mostShown), more: Math.max(0, found.length - mostShown) }
}
