import type { IncomingHttpHeaders } from 'node:http'
import { cleanText } from '../cleanText'
import { firstChoice } from './body'
import { type Fields, fieldsOf, strictJson } from './json'

const longestWords = 500

/** A provider's refusal. */
export interface Refusal {
  /** The provider's words, not redacted; undefined without any. */
  words: string | undefined
  /** The first code or type, as text. */
  code: string
  codes: readonly string[]
  /** The name of the refused field, or ''. */
  param: string
  /** The status that an error inside a 200 contains. */
  status: number | undefined
  /** Text that the model wrote although JSON mode failed (Groq). */
  written: string | undefined
  /** Whether the body contains the beginning of an answer too (OpenRouter). */
  isLate: boolean
}

/**
 * Reads an error of any provider: from the fields that providers are known to use, else from any text that reads like a
 * sentence.
 *
 * @param isRefused whether the status shows an error; with another status, the body must look like an error.
 * @returns undefined if the body is not an error.
 */
export const refusalIn = (body: unknown, isRefused = false): Refusal | undefined => {
  const top = fieldsOf(Array.isArray(body) ? body[0] : body)
  if (top === undefined) return isRefused && plain(body) ? { ...unexplained, words: wordsIn(body) } : undefined
  const said = errorIn(top, isRefused)
  if (said === undefined) return undefined
  const error = fieldsOf(said) ?? {}
  const codes = [error.code, top.code, error.type, error.status, error.status_code, top.type].flatMap(
    (each) => plain(each) ?? [],
  )
  return {
    words: upstreamWords(error) ?? wordsIn(said) ?? wordsIn(top) ?? plain(error.code) ?? plain(error.type),
    code: codes[0] ?? '',
    codes,
    param: [error.param, top.param].map(plain).find(isSaid) ?? '',
    status: statusNames.flatMap((name) => [error[name], top[name]].map(Number)).find(isStatus),
    written: plain(error.failed_generation),
    isLate: firstChoice(top) !== undefined,
  }
}

/** The refusal of an unreadable body. */
export const unexplained: Refusal = {
  words: undefined,
  code: '',
  codes: [],
  param: '',
  status: undefined,
  written: undefined,
  isLate: false,
}

/** For the provider's support. */
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

/** Beginnings of keys of OpenAI, Anthropic and OpenRouter, Groq, xAI, Together, Gemini. */
const keys = /\b(?:sk-|gsk_|xai-|tgp_v1_|AIza|AQ\.Ab)[\w*.…-]+/g
/** Any key after its scheme. */
const behindScheme = /\bBearer\s+[\w*.…~+/=-]+/g
/** Text with three stars is a masked key. */
const maskable = /[\w*-]+/g
const redacted = '[redacted]'

/** Redacts a provider's words for operators and logs: a 401 often repeats a part of the key. */
export const presentable = (words: string, secrets: readonly string[]): string => {
  const ours = withoutSecrets(words.slice(0, 20_000), secrets)
  // llama.cpp follows its reason with the whole prompt.
  const [reason = ''] = ours.split('; messages = ', 1)
  const clean = cleanText(reason)
  return clean.length > longestWords ? `${clean.slice(0, longestWords - 1)}…` : clean
}

/** Redacts these secrets and anything that looks like a provider's key. */
export const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets
    .reduce((left, secret) => left.replaceAll(secret, redacted), text)
    .replace(behindScheme, redacted)
    .replace(keys, redacted)
    .replace(maskable, (run) => (run.includes('***') ? redacted : run))

const plain = (value: unknown): string | undefined => {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

const isSaid = (value: unknown) => value !== undefined

const statusNames = ['code', 'status', 'status_code', 'http_code']

/** Finds the error of a body: in a known field, or the whole body if it is neither an answer nor a success. */
const errorIn = (top: Fields, isRefused: boolean): unknown => {
  const { error, errors, base_resp } = top
  const named = [
    error,
    firstChoice(top)?.error,
    Array.isArray(errors) ? errors[0] : errors,
    isFailure(base_resp) && base_resp,
  ]
  const found = named.find((each) => each !== undefined && each !== null && each !== false && each !== '')
  if (found !== undefined) return found
  if (isRefused || top.object === 'error' || top.type === 'error') return top
  const isAnswer = [top.choices, top.data, top.models].some((each) => fieldsOf(each) || Array.isArray(each))
  return isAnswer || fieldsOf(top.message) || isSuccess(top) || namedWordsIn(top) === undefined ? undefined : top
}

/** MiniMax adds a code to every answer; 0 means success. */
const isFailure = (value: unknown): boolean => {
  const code = Number(fieldsOf(value)?.status_code ?? 0)
  return code !== 0 && code !== 200
}

const isSuccess = ({ code, success }: Fields): boolean =>
  success === true || [0, 200, '0', '200'].some((one) => one === code)

const wordNames = ['message', 'msg', 'detail', 'error', 'error_description', 'title']
const likeWords = /me?ss?a?ge?|msg|detail|desc|reason|error|fault|cause|title|hint|info/i
/** Fields that repeat the request or contain no sentence for an operator. */
const noWords =
  /^(?:messages|prompt|input|request|body|headers|params|choices|stack|stacktrace|traceback|trace)$|url|link|(?:^|_)id$/i

const wordsIn = (value: unknown, depth = 0): string | undefined => {
  const named = namedWordsIn(value, depth)
  if (named !== undefined || typeof value !== 'object' || value === null || depth > deepest) return named
  const others = Object.entries(value)
    .slice(0, 50)
    .filter(([name]) => !noWords.test(name))
  const found = others.map(([, each]) => (typeof each === 'object' ? wordsIn(each, depth + 1) : sentence(each)))
  return found.find(isSaid)
}

const deepest = 8

/** At least two words, which no code, type or time has. */
const sentence = (value: unknown) => (typeof value === 'string' && /\p{L}\s+\S*\p{L}/u.test(value) ? value : undefined)

const namedWordsIn = (value: unknown, depth = 0): string | undefined => {
  if (depth > deepest) return undefined
  if (Array.isArray(value)) {
    const each = value.slice(0, 5).flatMap((one) => namedWordsIn(one, depth + 1) ?? [])
    return each.length === 0 ? undefined : each.join('; ')
  }
  const fields = fieldsOf(value)
  if (fields === undefined) return innerWords(value, depth) ?? plain(value)
  const place = Array.isArray(fields.loc) ? `${fields.loc.filter((step) => plain(step)).join('.')}: ` : ''
  const alike = Object.keys(fields).filter(
    (name) => likeWords.test(name) && !noWords.test(name) && !wordNames.includes(name),
  )
  for (const name of [...wordNames, ...alike]) {
    const words = namedWordsIn(fields[name], depth + 1)
    if (words !== undefined) return place + words
  }
  return undefined
}

/** Gateways repeat the answer of the provider behind them as JSON text. */
const innerWords = (value: unknown, depth: number): string | undefined => {
  const inner = typeof value === 'string' && /^\s*[[{]/.test(value) ? strictJson(value) : undefined
  return typeof inner === 'object' ? wordsIn(inner, depth + 1) : undefined
}

/**
 * OpenRouter answers "Provider returned error" and adds the answer of the provider behind it, as text or as JSON text.
 */
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
