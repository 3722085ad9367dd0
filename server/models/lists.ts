import { fieldsOf, looseJson } from './json'
import { isOfThoughts } from './prompt/segments'
import * as words from './words'

/** The replies in a JSON value. */
export interface Held {
  texts: string[]
  /**
   * `asked`: a list under the requested name; `named`: under another name for replies; `bare`: a list under no such
   * name; `single`: one text, possibly one of several.
   */
  by: 'asked' | 'named' | 'bare' | 'single'
  /** Why the texts may not be replies. */
  doubt?: string
}

const listNames = [
  'replies',
  'reply',
  'comments',
  'responses',
  'answers',
  'drafts',
  'tweets',
  'texts',
  'items',
  'results',
]
const textNames = ['reply', 'text', 'content', 'comment', 'response', 'answer', 'draft', 'tweet', 'message', 'body']
const callNames = ['arguments', 'parameters', 'input']
const deepestWrapping = 4

/**
 * @param count limits the search to a few times as many values.
 * @returns undefined without replies, or with several lists of equal rank.
 */
export const heldIn = (value: unknown, count: number, depth = 0): Held | undefined => {
  const most = 2 * count + 20
  if (depth > deepestWrapping) return undefined
  if (Array.isArray(value)) {
    const only = value.length === 1 && typeof value[0] === 'object' ? heldIn(value[0], count, depth + 1) : undefined
    const isList = Array.isArray(value[0]) || only?.by === 'asked' || only?.by === 'named'
    return isList && only
      ? only
      : held(firstTexts(value, most), 'bare', value.some(isTorn) ? words.severalFields : undefined)
  }
  const fields = fieldsOf(value)
  if (fields === undefined) return undefined
  const entries = Object.entries(fields)
    .slice(0, most)
    .map(([name, each]): [string, unknown] => [name, depth < deepestWrapping ? opened(each) : each])
  const called = entries.find(([name]) => callNames.includes(name))?.[1]
  if (called !== undefined && typeof fields.name === 'string') return heldInCall(fields.name, called, count, depth + 1)
  for (const name of listNames) {
    const each = entries.find(([key]) => key.toLowerCase() === name)?.[1]
    const inside =
      typeof each === 'object' ? (heldIn(each, count, depth + 1) ?? held(valuesOf(each, most), 'bare')) : undefined
    if (inside === undefined) continue
    if (name === 'replies') return { ...inside, by: inside.by === 'bare' ? 'asked' : 'named' }
    const isOnly = entries.filter(([, other]) => Array.isArray(other)).length < 2
    return { ...inside, by: 'named', ...(isOnly ? {} : { doubt: words.severalReplies }) }
  }
  const numbered = entries.filter(([key, each]) => /\d$/.test(key) && !isOfThoughts(key) && textIn(each) !== undefined)
  const [firstNumbered] = numbered
  if (firstNumbered)
    return held(
      firstTexts(
        numbered.map(([, each]) => each),
        most,
      ),
      'named',
      numbered.every(([key]) => /^\d+$/.test(key) || isOfReplies(key)) ? undefined : words.inField(firstNumbered[0]),
    )
  const single = textOf(value)
  const lists = entries.flatMap(([key, each]) => {
    const inside = typeof each === 'object' && !isOfThoughts(key) ? heldIn(each, count, depth + 1) : undefined
    return inside
      ? [inside.by === 'asked' || inside.by === 'named' ? inside : { doubt: words.inField(key), ...inside }]
      : []
  })
  const best = lists.filter(({ by }) => by === 'asked' || by === 'named')
  const inner = best.length > 0 ? best : lists
  const isReply = single !== undefined && isOfReplies(single.name)
  if (single && (inner.length === 0 || (isReply && best.length === 0))) {
    const doubt = isTorn(value) ? words.severalFields : isReply ? undefined : words.inField(single.name)
    return held([single.text], 'single', doubt)
  }
  if (inner.length > 0) return inner.length > 1 ? undefined : inner[0]
  const all = valuesOf(value, most)
  const [name] = Object.keys(fields)
  return name !== undefined && all.length === count && count > 1 ? held(all, 'bare', words.inField(name)) : undefined
}

/** For names of fields and of functions. */
const isOfReplies = (name: string): boolean =>
  /repl|answer|respon|comment|tweet|draft|option|output|final/i.test(name) && !isOfThoughts(name)

/**
 * Reads the arguments of a call. A function whose name is not about replies counts only if its arguments are the
 * requested list.
 */
export const heldInCall = (name: unknown, given: unknown, count: number, depth = 0): Held | undefined => {
  const inside = typeof name === 'string' && isOfThoughts(name) ? undefined : heldIn(opened(given), count, depth)
  const isSure = inside?.by === 'named' && typeof name === 'string' && isOfReplies(name)
  return isSure || inside?.by === 'asked' ? inside : undefined
}

const held = (texts: string[], by: Held['by'], doubt?: string): Held | undefined =>
  texts.length === 0 ? undefined : { texts, by, ...(doubt === undefined ? {} : { doubt }) }

/** Parses JSON inside a text of JSON. */
export const opened = (value: unknown): unknown => {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
  const inside = looseJson(value.trim())
  return inside?.state === 'whole' && inside.end === value.trim().length && heldIn(inside.value, 1, deepestWrapping)
    ? inside.value
    : value
}

const valuesOf = (value: unknown, most: number): string[] => {
  const values = Object.entries(fieldsOf(value) ?? {}).filter(([name]) => !isOfThoughts(name) && !aboutTexts.test(name))
  return values.every(([, each]) => typeof each === 'string')
    ? firstTexts(
        values.map(([, each]) => each),
        most,
      )
    : []
}

const firstTexts = (values: readonly unknown[], most: number): string[] => {
  const texts: string[] = []
  // A value may contain a million empty texts.
  for (const value of values.slice(0, 10 * most)) {
    const text = textIn(value)
    if (text !== undefined && text.trim() !== '') texts.push(text)
    if (texts.length >= most) break
  }
  return texts
}

/** Names of fields that describe a text. */
const aboutTexts =
  /^(?:type|kind|role|id|name|lang(?:uage)?|format|style|tone|mood|angle|status|model|object|author|handle|url|link|query|key|code|category|title|description)$/

/** Reads a text, or an object's text under a name for replies, or the object's only text. */
const textIn = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value
  return Array.isArray(value) && value.length === 1 ? textIn(value[0]) : textOf(value)?.text
}

const textOf = (value: unknown): { name: string; text: string } | undefined => {
  const fields = fieldsOf(value) ?? {}
  if (fields.role === 'user' || fields.role === 'system') return undefined
  const texts = Object.entries(fields).flatMap(([key, text]) =>
    typeof text === 'string' && text.trim() !== '' && !isOfThoughts(key) ? [{ name: key.toLowerCase(), text }] : [],
  )
  const found = textNames.map((each) => texts.find(({ name }) => name === each)).find((text) => text !== undefined)
  const others = texts.filter(({ name }) => !aboutTexts.test(name))
  return found ?? (others.length === 1 ? others[0] : undefined)
}

/** Whether an object has several texts under names for replies. */
const isTorn = (value: unknown): boolean =>
  Object.entries(fieldsOf(value) ?? {}).filter(
    ([name, each]) => typeof each === 'string' && textNames.includes(name.toLowerCase()) && name !== 'text',
  ).length > 1
