import type { IncomingHttpHeaders } from 'node:http'
import { cleanText } from '../cleanText'
import { firstChoice } from './body'
import { type Fields, fieldsOf, strictJson } from './json'

const longestWords = 500

/** What a provider said of its refusal. */
export interface Refusal {
  /** Its own words, not yet redacted; undefined where it used none. */
  words: string | undefined
  /** Its code or type, as text. */
  code: string
  /** All of its codes and types. */
  codes: readonly string[]
  /** The name of the field that it is about; empty if it names none. */
  param: string
  /** The status that an error inside a 200 names. */
  status: number | undefined
  /** Where its JSON mode failed, what the model wrote all the same (Groq). */
  written: string | undefined
  /** Whether it stands beside the beginning of an answer (OpenRouter). */
  isLate: boolean
}

/**
 * Reads an error in any shape: the fields in which providers have been seen to put it, and in an unknown shape whatever
 * reads like a sentence.
 *
 * @param isRefused whether the status says so already; a body of another status must look like an error.
 * @returns undefined for what is no error.
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

/** What a refusal comes to whose body nobody can read. */
export const unexplained: Refusal = {
  words: undefined,
  code: '',
  codes: [],
  param: '',
  status: undefined,
  written: undefined,
  isLate: false,
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
/** A key of anybody, behind its scheme. */
const behindScheme = /\bBearer\s+[\w*.…~+/=-]+/g
/** What holds three stars is a masked key of anybody. */
const maskable = /[\w*-]+/g
const redacted = '[redacted]'

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

/** The error of a body: under its name, or the whole body where it is neither an answer nor a success without one. */
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

/** MiniMax names its code beside every answer; 0 is a success. */
const isFailure = (value: unknown): boolean => {
  const code = Number(fieldsOf(value)?.status_code ?? 0)
  return code !== 0 && code !== 200
}

const isSuccess = ({ code, success }: Fields): boolean =>
  success === true || [0, 200, '0', '200'].some((one) => one === code)

const wordNames = ['message', 'msg', 'detail', 'error', 'error_description', 'title']
const likeWords = /me?ss?a?ge?|msg|detail|desc|reason|error|fault|cause|title|hint|info/i
/** What a provider repeats of the request, and what is no sentence for an operator. */
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

/** At least two words; a code, a type or a time is none. */
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
