import { fieldsOf, strictJson } from './json'
import type { ListedModel } from './types'

/** More than any provider has; what follows is not offered. */
const mostModels = 10_000
const longestName = 200
const deepestList = 3

/**
 * The models of a list that can chat. A list without entries that have a name is no list; `data: null` is an empty one.
 *
 * @returns undefined for what is not a list.
 */
export const modelsIn = (text: string): ListedModel[] | undefined => {
  const list = listIn(strictJson(text))
  if (list === undefined) return undefined
  const models = new Map<string, ListedModel>()
  for (const entry of list.slice(0, mostModels)) {
    const id = idOf(entry)
    if (id !== undefined && !models.has(id)) models.set(id, { id, ...windowOf(entry), ...shutdownOf(entry) })
  }
  return models.size === 0 && list.length > 0 ? undefined : [...models.values()]
}

/** The list itself, or the first one in the fields of an object, those first in which providers have been seen to put it. */
const listIn = (value: unknown, depth = 0): readonly unknown[] | undefined => {
  if (Array.isArray(value)) return depth === 0 || value.length === 0 || value.some(idOf) ? value : undefined
  const fields = fieldsOf(value)
  if (fields === undefined || depth > deepestList) return undefined
  const { data, models, ...others } = fields
  const lists = [data, models, ...Object.values(others)].flatMap((each) => {
    const list = listIn(each, depth + 1)
    return list === undefined ? [] : [list]
  })
  return lists.find(({ length }) => length > 0) ?? lists[0] ?? (data === null || models === null ? [] : undefined)
}

/** By OpenRouter and Together, Mistral, vLLM, Anthropic. llama.cpp tells what a model was trained with, not what it takes. */
const windowNames = ['context_length', 'max_context_length', 'max_model_len', 'max_input_tokens']

const windowOf = (entry: unknown): Pick<ListedModel, 'context_tokens'> => {
  const model = fieldsOf(entry)
  const context_tokens = windowNames.map((name) => model?.[name]).find(isWindow)
  return context_tokens === undefined ? {} : { context_tokens }
}

const isWindow = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 512

/** By OpenAI and OpenRouter: a date, with or without a time. */
const shutdownOf = (entry: unknown): Pick<ListedModel, 'shutdown_date'> => {
  const model = fieldsOf(entry)
  const date = String(model?.shutdown_date ?? model?.expiration_date ?? '').slice(0, 10)
  return /^\d{4}-\d\d-\d\d$/.test(date) && !Number.isNaN(Date.parse(date)) ? { shutdown_date: date } : {}
}

const idNames = ['id', 'model', 'name', 'model_id', 'model_name', 'slug', 'key']

/** Kinds of models that cannot chat; a kind that nobody has heard of is offered. */
const silent = /image|embed|audio|speech|video|rerank|moderation|transcri|tts|classif/i

const idOf = (entry: unknown): string | undefined => {
  const model = fieldsOf(entry)
  const id = typeof entry === 'string' ? entry : idNames.map((name) => model?.[name]).find((name) => name !== undefined)
  if (typeof id !== 'string' || id.trim() === '' || id.length > longestName) return undefined
  if (typeof model?.type === 'string' && silent.test(model.type)) return undefined
  if (fieldsOf(model?.capabilities)?.completion_chat === false) return undefined
  return id.replace(/^models\//, '')
}
