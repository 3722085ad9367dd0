import type { IncomingHttpHeaders } from 'node:http'
import { cleanText } from '../cleanText'
import { type Fields, fieldsOf, strictJson } from './json'

const longestWords = 500

/** What a provider said of its refusal. */
export interface Refusal {
  /** Its own words, not yet redacted; undefined where it used none. */
  words: string | undefined
  /** Its code or type, as text. */
  code: string
  /** The status that an error inside a 200 names. */
  status: number | undefined
  /** Where its JSON mode failed, what the model wrote all the same (Groq). */
  written: string | undefined
  /** Whether it stands beside the beginning of an answer (OpenRouter). */
  isLate: boolean
}

/**
 * Reads the shapes of errors in which 14 providers answer: an array around it (Gemini), an object, a string (xAI, LM
 * Studio), flat (Mistral, older vLLM), `detail` (FastAPI), the upstream's own answer inside (OpenRouter).
 *
 * @returns undefined for what is no error.
 */
export const refusalIn = (body: unknown): Refusal | undefined => {
  const top = fieldsOf(Array.isArray(body) ? body[0] : body)
  if (top === undefined) return undefined
  const choice = choiceOf(top)
  const failed = fieldsOf(choice?.error)
  const said = top.error ?? failed ?? flatError(top)
  if (said === undefined || said === null || said === false) return undefined
  const error = fieldsOf(said) ?? {}
  const code = plain(error.code) ?? plain(top.code) ?? plain(error.type) ?? plain(error.status) ?? plain(top.type) ?? ''
  return {
    words: upstreamWords(error) ?? wordsIn(said) ?? wordsIn(top) ?? plain(error.code) ?? plain(error.type),
    code,
    status: [error.code, top.code, error.status, top.status].map(Number).find(isStatus),
    written: plain(error.failed_generation),
    isLate: choice !== undefined,
  }
}

/** An id to name to the provider's support. */
export const requestIdOf = (headers: IncomingHttpHeaders, body: unknown): string | undefined => {
  const top = fieldsOf(Array.isArray(body) ? body[0] : body)
  const named = ['x-request-id', 'request-id', 'apim-request-id', 'x-ms-request-id', 'cf-ray'].map(
    (name) => headers[name],
  )
  return [top?.request_id, fieldsOf(top?.error)?.request_id, ...named]
    .flat()
    .map((id) => (typeof id === 'string' ? id.slice(0, 100).replaceAll(/[^\w.:-]/g, '') : ''))
    .find((id) => id !== '')
}

/** What a key looks like: OpenAI, Anthropic and OpenRouter, Groq, xAI, Together, Gemini. */
const keys = /\b(?:sk-|gsk_|xai-|tgp_v1_|AIza|AQ\.Ab)[\w*.…-]+/g

/** The provider's words as an operator may read them and a log may keep them: a 401 repeats part of the key. */
export const presentable = (words: string, secrets: readonly string[]): string => {
  const ours = withoutSecrets(words.slice(0, 20_000), secrets)
  // llama.cpp follows its reason with the whole prompt.
  const [reason = ''] = ours.split('; messages = ', 1)
  const clean = cleanText(reason)
  return clean.length > longestWords ? `${clean.slice(0, longestWords - 1)}…` : clean
}

/** The text without these secrets, and without anything that looks like a provider's key. */
export const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((left, secret) => left.replaceAll(secret, '[redacted]'), text).replace(keys, '[redacted]')

const plain = (value: unknown): string | undefined => {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

const choiceOf = ({ choices }: Fields): Fields | undefined =>
  Array.isArray(choices) ? fieldsOf(choices[0]) : undefined

/** An error without a wrapper, told from an answer by what an answer must have. */
const flatError = (top: Fields): unknown => {
  if (top.object === 'error' || top.type === 'error') return top
  if (top.choices !== undefined || top.data !== undefined) return undefined
  return top.detail ?? (Array.isArray(top.errors) ? top.errors[0] : undefined) ?? (plain(top.message) && top)
}

const wordsIn = (value: unknown, depth = 0): string | undefined => {
  if (depth > 4) return undefined
  if (Array.isArray(value)) {
    const each = value.slice(0, 5).flatMap((one) => wordsIn(one, depth + 1) ?? [])
    return each.length === 0 ? undefined : each.join('; ')
  }
  const fields = fieldsOf(value)
  if (fields === undefined) return plain(value)
  const place = Array.isArray(fields.loc) ? `${fields.loc.filter((step) => plain(step)).join('.')}: ` : ''
  for (const name of ['message', 'msg', 'detail', 'error', 'error_description', 'title']) {
    const words = wordsIn(fields[name], depth + 1)
    if (words !== undefined) return place + words
  }
  return undefined
}

/** OpenRouter says "Provider returned error" and hands on what the provider behind it said, as text or as JSON text. */
const upstreamWords = (error: Fields): string | undefined => {
  const metadata = fieldsOf(error.metadata)
  const raw = metadata?.raw
  if (raw === undefined) return undefined
  const words = typeof raw === 'string' ? (refusalIn(strictJson(raw))?.words ?? plain(raw)) : refusalIn(raw)?.words
  const name = plain(metadata?.provider_name)
  return words === undefined
    ? undefined
    : `${plain(error.message) ?? 'Provider returned error'}${name ? ` (${name})` : ''}: ${words}`
}

const isStatus = (status: number) => Number.isInteger(status) && status >= 400 && status < 600
