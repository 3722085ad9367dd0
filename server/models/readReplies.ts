import { fieldsOf, looseJson, strictJson } from './json'
import { listedLines } from './listedLines'

/** A model's answer, read. */
export interface Reading {
  /** Not trimmed of anything but what surrounds a reply; empty ones are left out. */
  texts: string[]
  /** `asked`: JSON with a list of replies and nothing else, empty ones included; `other`: replies in another form; `none`: no replies. */
  form: 'asked' | 'other' | 'none'
}

/** Longer ones are no answer to what was asked. */
const longestContent = 200_000
/** Places at which JSON may begin after other words. */
const mostStarts = 20
const deepestWrapping = 3

/**
 * The replies in what a model wrote: as JSON in the form that was asked for, or in any other that models are known to
 * answer in. Reasoning in think tags is left out. No more than a few times `count` texts are looked at.
 *
 * @param cut the answer ended before its end: what is incomplete is left out.
 */
export const readReplies = (content: string, count: number, cut = false): Reading => {
  const text = content.slice(0, longestContent).trim()
  const strict = strictJson(text)
  if (isAsked(strict)) return reading('asked', textsOf(strict, count))
  if (typeof strict === 'string' && looksLikeJson(strict.trim()))
    return reading('other', readReplies(strict, count, cut).texts)
  const answer = withoutReasoning(text)
  const found =
    textsOf(strict ?? strictJson(answer), count) ??
    textsOf(looseJsonIn(answer, count), count) ??
    (looksLikeJson(answer) ? undefined : listedLines(answer, count, cut || content.length > longestContent))
  return reading('other', found)
}

const reading = (form: 'asked' | 'other', texts: readonly string[] = []): Reading => {
  const full = texts.filter((text) => text.trim() !== '')
  return { texts: full, form: full.length === 0 && form === 'other' ? 'none' : form }
}

const isAsked = (value: unknown): boolean => {
  const replies = fieldsOf(value)?.replies
  return Array.isArray(replies) && replies.every((reply) => typeof reply === 'string')
}

/** JSON that could not be read is not taken for lines. */
const looksLikeJson = (text: string) => /^(?:```\w{0,10})?\s{0,9}[[{]/.test(text) || text.includes('"replies"')

/** The first JSON in a text that holds replies; objects that follow one another, each with one reply, count as a list. */
const looseJsonIn = (text: string, count: number): unknown => {
  const single: string[] = []
  let start = nextStart(text, 0)
  for (let tries = 0; start >= 0 && tries < mostStarts + single.length; tries += 1) {
    const loose = looseJson(text, start)
    const texts = textsOf(loose?.value, count)
    if (texts && (texts.length > 1 || Array.isArray(loose?.value) || single.length > 2 * count))
      return [...single, ...texts]
    if (texts) single.push(...texts)
    start = nextStart(text, texts && loose ? loose.end : start + 1)
  }
  return single
}

const nextStart = (text: string, from: number): number => {
  const [list, object] = [text.indexOf('[', from), text.indexOf('{', from)]
  return list < 0 || object < 0 ? Math.max(list, object) : Math.min(list, object)
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

/** The replies that a value holds; undefined where it holds none. */
const textsOf = (value: unknown, count: number, depth = 0): string[] | undefined => {
  if (depth > deepestWrapping) return undefined
  const most = 2 * count + 20
  if (Array.isArray(value)) return some(firstTexts(value, most))
  const fields = fieldsOf(value)
  if (fields === undefined) return undefined
  const entries = Object.entries(fields).slice(0, most)
  const named = listNames.map((name) => entries.find(([key]) => key.toLowerCase() === name)?.[1])
  for (const each of [...named, ...entries.map(([, each]) => each)]) {
    const texts = typeof each === 'object' ? textsOf(each, count, depth + 1) : undefined
    if (texts) return texts
  }
  const numbered = entries.filter(([key]) => /\d$/.test(key))
  if (numbered.length > 0 && numbered.length === entries.length) {
    return some(
      firstTexts(
        numbered.map(([, each]) => each),
        most,
      ),
    )
  }
  const wrapped = typeof named[0] === 'string' ? textsOf(strictJson(named[0]), count, depth + 1) : undefined
  return wrapped ?? some(firstTexts([value], 1))
}

const some = (texts: string[]): string[] | undefined => (texts.length === 0 ? undefined : texts)

const firstTexts = (values: readonly unknown[], most: number): string[] => {
  const texts: string[] = []
  // A million empty ones are not worth looking at.
  for (const value of values.slice(0, 10 * most)) {
    const text = typeof value === 'string' ? value : textIn(value)
    if (text !== undefined && text.trim() !== '') texts.push(text)
    if (texts.length >= most) break
  }
  return texts
}

/** An object's text: under a name that says so, or else its only one. */
const textIn = (value: unknown): string | undefined => {
  const texts = Object.entries(fieldsOf(value) ?? {}).flatMap(([key, each]) =>
    typeof each === 'string' && each.trim() !== '' ? [{ key: key.toLowerCase(), each }] : [],
  )
  const named = textNames.map((name) => texts.find(({ key }) => key === name)).find((found) => found !== undefined)
  return named?.each ?? (texts.length === 1 ? texts[0]?.each : undefined)
}

const opening = /^<(think|thinking|reasoning|thought)>/i

/** What stands after a model's reasoning: in tags, of which the first one may be missing, or in channels (gpt-oss). */
const withoutReasoning = (text: string): string => {
  const channel = text.lastIndexOf('<|message|>')
  if (channel >= 0) return withoutTokens(text.slice(channel + '<|message|>'.length))
  let rest = text
  for (let tag = opening.exec(rest); tag; tag = opening.exec(rest)) {
    const end = rest.toLowerCase().indexOf(`</${tag[1]?.toLowerCase()}>`)
    if (end < 0) return ''
    rest = rest.slice(end + tag[0].length + 1).trimStart()
  }
  const orphan = rest.toLowerCase().lastIndexOf('</think>')
  return orphan < 0 ? rest : rest.slice(orphan + '</think>'.length).trimStart()
}

const withoutTokens = (text: string) => text.replaceAll(/<\|\w{1,20}\|>/g, '').trim()
