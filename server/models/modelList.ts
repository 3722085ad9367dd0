import { fieldsOf, strictJson } from './json'

/** More than any provider has; what follows is not offered. */
const mostModels = 10_000
const longestName = 200

/**
 * The models of a list that can chat: OpenAI's form, a bare array (Together), with capabilities (Mistral), with names
 * below `models/` (Gemini). Entries without an id are left out.
 *
 * @returns undefined for what is not a list.
 */
export const modelsIn = (text: string): { id: string }[] | undefined => {
  const body = strictJson(text)
  const list = Array.isArray(body) ? body : (fieldsOf(body)?.data ?? fieldsOf(body)?.models)
  if (!Array.isArray(list)) return undefined
  const ids = list.slice(0, mostModels).flatMap((entry) => idOf(entry) ?? [])
  if (ids.length === 0 && list.length > 0) return undefined
  return [...new Set(ids)].map((id) => ({ id }))
}

const idOf = (entry: unknown): string | undefined => {
  const model = fieldsOf(entry)
  const id = model?.id ?? model?.name
  if (typeof id !== 'string' || id.trim() === '' || id.length > longestName) return undefined
  if (typeof model?.type === 'string' && !['chat', 'language', 'model'].includes(model.type)) return undefined
  if (fieldsOf(model?.capabilities)?.completion_chat === false) return undefined
  return id.replace(/^models\//, '')
}
