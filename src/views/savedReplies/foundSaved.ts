import type { SavedReply } from '../../schemas/savedReplies/savedReplies'

/** Saved replies whose name or text contains every word of the query, matches by name first. */
export const foundSaved = (items: readonly SavedReply[], query: string): SavedReply[] => {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const holdsAll = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  const byName = items.filter(({ name }) => holdsAll(name))
  return [...byName, ...items.filter((item) => !byName.includes(item) && holdsAll(`${item.name} ${item.text}`))]
}
