import type { SavedReply } from '../../schemas/savedReplies'

/** Those whose name or text holds every word of the query; where several do, those by name first. */
export const foundSaved = (items: readonly SavedReply[], query: string): SavedReply[] => {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const holdsAll = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  const byName = items.filter(({ name }) => holdsAll(name))
  return [...byName, ...items.filter((item) => !byName.includes(item) && holdsAll(`${item.name} ${item.text}`))]
}
