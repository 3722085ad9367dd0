import { looseJson, strictJson } from './json'
import { writtenIn } from './lines'
import { type Held, heldIn, opened } from './lists'
import { polished, withoutEntities } from './polish'
import { isOfThoughts, type Span, segmentsOf, withoutTokens } from './segments'

/** A model's answer, read. */
export interface Reading {
  /** Empty ones are left out. */
  texts: string[]
  /** `asked`: JSON with a list of replies and nothing else, empty ones included; `other`: replies in another form; `none`: no replies. */
  form: 'asked' | 'other' | 'none'
  /** Why the texts may be misread. */
  doubt?: string
  /** Why there are none, in words that follow "The model provider". */
  why?: string
}

/** Longer ones are no answer to what was asked. */
const longestContent = 200_000
/** Places at which JSON may begin after other words, and how many letters they are read for altogether. */
const mostStarts = 400
const mostRead = 1_000_000

const none: Reading = { texts: [], form: 'none' }

/**
 * The replies in what a model wrote: from its answer, not from its thoughts, and from the last list in it; in the form
 * that was asked for, or in any other that can be read without a guess. What is a guess says so as `doubt`.
 *
 * @param cut the answer ended before its end: what is incomplete is left out.
 */
export const readReplies = (content: string, count: number, cut = false, depth = 0): Reading => {
  const text = plainStart(content.slice(0, longestContent))
  const strict = strictJson(text)
  if (isAsked(strict)) return finished(heldIn(strict, count) ?? { texts: [], by: 'asked' }, count, 'asked')
  if (typeof strict === 'string' && depth < 3) return asOther(readReplies(strict, count, cut, depth + 1))

  const spans = spansIn(text)
  const holds = (from: number) => isAsked(strictJson(withoutTokens(text.slice(from))))
  const answer = segmentsOf(text, spans, holds).find(({ kind }) => kind === 'answer')
  if (answer === undefined) return { ...none, ...(text === '' ? {} : { why: 'answered with its reasoning alone' }) }
  const rest = plainStart(withoutTokens(plainStart(text.slice(answer.start, answer.end))))
  const alone = strictJson(rest)
  if (isAsked(alone)) return finished(heldIn(alone, count) ?? { texts: [], by: 'asked' }, count, 'asked')
  const unwrapped = depth < 3 ? unescaped(rest) : undefined
  if (unwrapped !== undefined) return asOther(readReplies(unwrapped, count, cut, depth + 1))
  const isCut = cut || content.length > longestContent
  return listIn(rest, count, isCut) ?? linesIn(rest, count, isCut)
}

const plainStart = (text: string) =>
  text.replace(/^[\s\p{Default_Ignorable_Code_Point}\ufeff]+|[\s\p{Default_Ignorable_Code_Point}\ufeff]+$/gu, '')

const asOther = (reading: Reading): Reading =>
  reading.form === 'asked' && reading.texts.length > 0 ? { ...reading, form: 'other' } : reading

const isAsked = (value: unknown): boolean => {
  const replies = typeof value === 'object' && value !== null && 'replies' in value ? value.replies : undefined
  return Array.isArray(replies) && replies.every((reply) => typeof reply === 'string')
}

/** JSON whose every quotation mark was escaped, for HTML or for a string. */
const unescaped = (text: string): string | undefined => {
  if (/[[{]\s*&(?:quot|#34);/.test(text) && !/[[{]\s*"/.test(text)) return withoutEntities(text)
  if (!/^(?:```\w*\s)?\s*[[{]\s*(?:\\n\s*)?\\+"/.test(text)) return undefined
  const inside = strictJson(`"${text.replaceAll('\n', '\\n')}"`)
  return typeof inside === 'string' ? inside : undefined
}

/** The JSON values of a text that can be read without a guess. */
const spansIn = (text: string): Span[] => {
  const spans: Span[] = []
  let read = 0
  let start = nextStart(text, 0)
  for (let tries = 0; start >= 0 && tries < mostStarts && read < mostRead; tries += 1) {
    const found = looseJson(text, start)
    read += found ? found.end - start : Math.min(text.length - start, 2_000)
    if (found) spans.push({ ...found, start })
    start = nextStart(text, found ? found.end : start + 1)
  }
  return spans
}

/** An object, a list, or either of them in a text. */
const opening = /[[{]|"(?=\s*[[{]\s*(?:\\n\s*)?\\")/g

const nextStart = (text: string, from: number): number => {
  opening.lastIndex = from
  return opening.exec(text)?.index ?? -1
}

interface Group {
  held: Held
  start: number
  end: number
  state: Span['state']
}

/** The last list of an answer; one text each in values that follow one another is a list, too. */
const listIn = (text: string, count: number, cut: boolean): Reading | undefined => {
  const spans = spansIn(text)
  const groups = groupsIn(text, spans, count)
  const last = groups.at(-1)
  const broken = brokenAfter(text, spans, last?.end ?? 0)
  if (broken >= 0)
    return cut ? none : (repairedIn(text, broken, count) ?? { ...none, why: 'answered JSON that is broken' })
  const isBegun = spans.some(({ state, start }) => state === 'cut' && start >= (last?.end ?? 0))
  if (isBegun) return none
  const tail = text.slice(last?.end ?? 0)
  if (last && /^\s*(?:[*_#(]{0,3}\s?(?:\p{L}+ )?1[.):*]|[-*•–]\s)/mu.test(tail))
    return { ...linesIn(tail, count, cut), doubt: 'the answer held more than one list' }
  if (last === undefined) return undefined
  const { held, state } = last
  const isAnother = groups.length > 1 && held.texts.length !== count
  const isUnsure = held.by === 'bare' && held.texts.length < count
  const doubt =
    (state === 'cut' && !cut && 'the answer was JSON without its end') ||
    (isAnother && 'the answer held more than one list') ||
    (isUnsure && groups.length > 1 && 'the answer held more than one list') ||
    (isAnnounced(tail, cut) && 'the answer ended before another list') ||
    unknownAround(text, last)
  return finished(held, count, 'other', doubt || undefined)
}

const groupsIn = (text: string, spans: readonly Span[], count: number): Group[] => {
  const groups: Group[] = []
  for (const { value, start, end, state } of spans) {
    const held = heldIn(opened(value), count)
    if (held === undefined || ((held.by === 'bare' || held.by === 'single') && !standsAlone(text, start, end))) continue
    const last = groups.at(-1)
    const isNext = last?.held.by === 'single' && held.by === 'single' && start - last.end <= 60
    if (isNext && last.held.texts.length > 2 * count + 20) continue
    if (isNext)
      groups[groups.length - 1] = {
        ...last,
        held: { by: 'single', texts: [...last.held.texts, ...held.texts] },
        end,
        state,
      }
    else groups.push({ held, start, end, state })
  }
  return groups
}

/** Whether brackets are no part of a sentence. */
const standsAlone = (text: string, start: number, end: number): boolean => {
  const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start)
  const next = text.indexOf('\n', end)
  const after = text.slice(end, next < 0 ? undefined : next)
  return /(?:^|[:=>(,`\]}：-])\s*(?:json|JSON|text)?\s*$/.test(before) && !/^\s*[\p{L}\p{N}]/u.test(after)
}

/** Where a value begins that cannot be read, after what can be. */
const brokenAfter = (text: string, spans: readonly Span[], from: number): number => {
  for (const { index } of text.matchAll(/[[{]\s*(?:["'“{[]|replies)/g)) {
    if (index >= from && !spans.some(({ start, end }) => start <= index && index < end)) return index
  }
  return -1
}

const isEven = (text: string) => (text.match(/"/g)?.length ?? 0) % 2 === 0

const repairedIn = (text: string, start: number, count: number): Reading | undefined => {
  const found = looseJson(text, start, 'repair')
  const held =
    found?.state === 'repaired' && !/[[{]\s*["'{]/.test(text.slice(found.end)) ? heldIn(found.value, count) : undefined
  if (held === undefined || held.texts.length !== count || !held.texts.every(isEven)) return undefined
  return finished(held, count, 'other', 'the answer was JSON with quotation marks that are not escaped')
}

/** Whether the words after a list promise another one. */
const isAnnounced = (tail: string, cut: boolean) => /[:：]\W*$/.test(tail) || (cut && /\p{L}/u.test(tail))

/** A list in marks that nobody knows may be a thought. */
const unknownAround = (text: string, { start, end }: Group): string | undefined => {
  const [, name] = /<([\p{L}][\p{L}\d_.:-]*)(?:\s[^<>]*)?>[^<]*$/u.exec(text.slice(0, start)) ?? []
  if (name === undefined || /answer|output|response|repl|result|final|json|tool|function|call/i.test(name))
    return undefined
  return text.includes(`</${name}>`, end) || !text.includes(`</${name}`)
    ? `it stood in an element called “${name}”`
    : undefined
}

const linesIn = (text: string, count: number, cut: boolean): Reading => {
  if (/^(?:```\w{0,10})?\s{0,9}[[{]\s*["'{[]/.test(text) || /["']replies\\*["']/.test(text)) return none
  const found = writtenIn(text, count, cut)
  if (found === undefined) return none
  const isOdd = found.texts.some((each) => /<[|｜]|^\s*[[{]|replies\\*["']/.test(each))
  const doubt = found.doubt ?? (isOdd ? 'it holds signs of a machine' : undefined)
  return finished({ texts: found.texts, by: 'named' }, count, 'other', doubt)
}

const finished = ({ texts }: Held, count: number, form: 'asked' | 'other', guess?: string): Reading => {
  const { texts: clean, doubt } = polished(heldInside(texts, count), count)
  if (clean.length === 0) return form === 'asked' ? { texts: [], form } : none
  const isThought = clean.some((text) => tagNames(text).some(isOfThoughts))
  const why = guess ?? (isThought ? 'it holds what looks like a thought of the model' : doubt)
  return { texts: clean, form, ...(why ? { doubt: why } : {}) }
}

const tagNames = (text: string): string[] => [...text.matchAll(/<\/?([^<>\n]{1,30})>/g)].map(([, name = '']) => name)

/** The texts, or what is in them where each is JSON itself, and all of a list where one text is that list. */
const heldInside = (texts: string[], count: number): string[] => {
  const inside = texts.flatMap((text) => {
    const value = /^\s*[[{]/.test(text) ? strictJson(text) : undefined
    const held = typeof value === 'object' ? heldIn(value, count) : undefined
    return held ? [held] : []
  })
  const [only] = inside
  if (texts.length === 1 && only && (only.by === 'asked' || only.by === 'named' || only.texts.length === count))
    return only.texts
  const isEach = inside.length === texts.length && inside.every(({ by }) => by === 'single')
  return isEach ? inside.flatMap((held) => held.texts) : texts
}
