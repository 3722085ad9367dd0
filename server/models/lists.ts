import { fieldsOf, looseJson } from './json'
import { isOfThoughts } from './segments'

/** The replies that a JSON value holds. */
export interface Held {
  texts: string[]
  /**
   * `asked`: in a list under the name that was asked for; `named`: under a name that says so; `bare`: a list without a
   * name that says so; `single`: one text, which may be one of several.
   */
  by: 'asked' | 'named' | 'bare' | 'single'
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
 * @param count nothing beyond a few times as many is looked at.
 * @returns undefined for what holds none, or several lists of which nobody knows which one is meant.
 */
export const heldIn = (value: unknown, count: number, depth = 0): Held | undefined => {
  const most = 2 * count + 20
  if (depth > deepestWrapping) return undefined
  if (Array.isArray(value)) {
    const only =
      value.length === 1 && typeof value[0] === 'object' ? named(heldIn(value[0], count, depth + 1)) : undefined
    return only ?? held(firstTexts(value, most), 'bare')
  }
  const fields = fieldsOf(value)
  if (fields === undefined) return undefined
  const entries = Object.entries(fields)
    .slice(0, most)
    .map(([name, each]): [string, unknown] => [name, depth < deepestWrapping ? opened(each) : each])
  const called = entries.find(([name]) => callNames.includes(name))?.[1]
  if (called !== undefined && typeof fields.name === 'string') return named(heldIn(called, count, depth + 1))
  for (const name of listNames) {
    const each = entries.find(([key]) => key.toLowerCase() === name)?.[1]
    const inside =
      typeof each === 'object' ? (heldIn(each, count, depth + 1) ?? held(valuesOf(each, most), 'bare')) : undefined
    if (inside) return { texts: inside.texts, by: name === 'replies' && inside.by === 'bare' ? 'asked' : 'named' }
  }
  const numbered = entries.filter(([key, each]) => /\d$/.test(key) && !isOfThoughts(key) && textIn(each) !== undefined)
  if (numbered.length > 0)
    return held(
      firstTexts(
        numbered.map(([, each]) => each),
        most,
      ),
      'named',
    )
  const single = textIn(value)
  const lists = entries.flatMap(([key, each]) => {
    const inside = typeof each === 'object' && !isOfThoughts(key) ? heldIn(each, count, depth + 1) : undefined
    return inside ? [inside] : []
  })
  const best = lists.filter(({ by }) => by === 'asked' || by === 'named')
  const inner = best.length > 0 ? best : lists
  if (inner.length > 1) return undefined
  return inner[0] ?? (single === undefined ? undefined : { texts: [single], by: 'single' })
}

const named = (inside: Held | undefined): Held | undefined =>
  inside?.by === 'asked' || inside?.by === 'named' ? inside : undefined

const held = (texts: string[], by: Held['by']): Held | undefined => (texts.length === 0 ? undefined : { texts, by })

/** JSON in a text of JSON. */
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
  // A million empty ones are not worth looking at.
  for (const value of values.slice(0, 10 * most)) {
    const text = textIn(value)
    if (text !== undefined && text.trim() !== '') texts.push(text)
    if (texts.length >= most) break
  }
  return texts
}

/** What an object says of a text. */
const aboutTexts =
  /^(?:type|kind|role|id|name|lang(?:uage)?|format|style|tone|mood|angle|status|model|object|author|handle|url|link|query|key|code|category|title|description)$/

/** A text itself, or an object's: under a name that says so, or else its only one. */
const textIn = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value
  const texts = Object.entries(fieldsOf(value) ?? {}).flatMap(([key, each]) =>
    typeof each === 'string' && each.trim() !== '' && !isOfThoughts(key) ? [{ key: key.toLowerCase(), each }] : [],
  )
  const found = textNames.map((name) => texts.find(({ key }) => key === name)).find((text) => text !== undefined)
  const others = texts.filter(({ key }) => !aboutTexts.test(key))
  return found?.each ?? (others.length === 1 ? others[0]?.each : undefined)
}
