import { fieldsOf, strictJson } from './json'
import type { ListedModel } from './types'

/** More than any known provider has. Further models are ignored. */
const mostModels = 10_000
const longestName = 200
const deepestList = 3

/**
 * Reads the models that can chat. `data: null` is an empty list.
 *
 * @returns undefined if the text is not a list of models with names.
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

/**
 * Finds a list: the value, or the first list in an object's fields. The fields that providers are known to use come
 * first.
 */
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

/**
 * Names of OpenRouter and Together, Mistral, vLLM, Anthropic. llama.cpp reports the training context, not the limit.
 */
const windowNames = ['context_length', 'max_context_length', 'max_model_len', 'max_input_tokens']

const windowOf = (entry: unknown): Pick<ListedModel, 'context_tokens'> => {
  const model = fieldsOf(entry)
  const context_tokens = windowNames.map((name) => model?.[name]).find(isWindow)
  return context_tokens === undefined ? {} : { context_tokens }
}

const isWindow = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 512

/** A date of OpenAI or OpenRouter, with or without a time. */
const shutdownOf = (entry: unknown): Pick<ListedModel, 'shutdown_date'> => {
  const model = fieldsOf(entry)
  const date = String(model?.shutdown_date ?? model?.expiration_date ?? '').slice(0, 10)
  return /^\d{4}-\d\d-\d\d$/.test(date) && !Number.isNaN(Date.parse(date)) ? { shutdown_date: date } : {}
}

const idNames = ['id', 'model', 'name', 'model_id', 'model_name', 'slug', 'key']

/** Kinds of models that cannot chat. Models of unknown kinds are offered. */
const silent = /image|embed|audio|speech|video|rerank|moderation|transcri|tts|classif/i

const idOf = (entry: unknown): string | undefined => {
  const model = fieldsOf(entry)
  const id = typeof entry === 'string' ? entry : idNames.map((name) => model?.[name]).find((name) => name !== undefined)
  if (typeof id !== 'string' || id.trim() === '' || id.length > longestName) return undefined
  if (typeof model?.type === 'string' && silent.test(model.type)) return undefined
  if (fieldsOf(model?.capabilities)?.completion_chat === false) return undefined
  return id.replace(/^models\//, '')
}
