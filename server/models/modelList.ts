import { fieldsOf, strictJson } from './json'
import type { ListedModel } from './types'

/** More than any provider has; what follows is not offered. */
const mostModels = 10_000
const longestName = 200

/**
 * The models of a list that can chat: OpenAI's form, a bare array (Together), with capabilities (Mistral), with names
 * below `models/` (Gemini). Entries without an id are left out.
 *
 * @returns undefined for what is not a list.
 */
export const modelsIn = (text: string): ListedModel[] | undefined => {
  const body = strictJson(text)
  const list = Array.isArray(body) ? body : (fieldsOf(body)?.data ?? fieldsOf(body)?.models)
  if (!Array.isArray(list)) return undefined
  const models = new Map<string, ListedModel>()
  for (const entry of list.slice(0, mostModels)) {
    const id = idOf(entry)
    if (id !== undefined && !models.has(id)) models.set(id, { id, ...windowOf(entry) })
  }
  return models.size === 0 && list.length > 0 ? undefined : [...models.values()]
}

/** By OpenRouter and Together, Mistral, vLLM, Anthropic. llama.cpp tells what a model was trained with, not what it takes. */
const windowNames = ['context_length', 'max_context_length', 'max_model_len', 'max_input_tokens']

const windowOf = (entry: unknown): Pick<ListedModel, 'context_tokens'> => {
  const model = fieldsOf(entry)
  const context_tokens = windowNames.map((name) => model?.[name]).find(isWindow)
  return context_tokens === undefined ? {} : { context_tokens }
}

const isWindow = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 512

const idOf = (entry: unknown): string | undefined => {
  const model = fieldsOf(entry)
  const id = model?.id ?? model?.name
  if (typeof id !== 'string' || id.trim() === '' || id.length > longestName) return undefined
  if (typeof model?.type === 'string' && !['chat', 'language', 'model'].includes(model.type)) return undefined
  if (fieldsOf(model?.capabilities)?.completion_chat === false) return undefined
  return id.replace(/^models\//, '')
}
