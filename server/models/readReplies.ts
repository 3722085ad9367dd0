import { looseJson, strictJson } from './json'
import { type Held, heldIn, opened } from './lists'
import { polished, withoutEntities } from './polish'
import { isLeadIn, isOnlyTalk, withoutFrame, writtenIn } from './prompt/lines'
import { placeholders } from './prompt/prompt'
import { holdsMarks, mayGoOn, type Span, segmentsOf, withoutTokens } from './prompt/segments'
import * as words from './words'

export interface Reading {
  /** Without empty texts. */
  texts: string[]
  /**
   * `asked`: JSON with only a list of replies, possibly empty ones; `other`: replies in another form; `none`: no
   * replies.
   */
  form: 'asked' | 'other' | 'none'
  /** Why the texts may be misread. */
  doubt?: string
  /** Why there are no texts, in words that follow "The model provider". */
  why?: string
}

/** Characters. Longer text is ignored. */
const longestContent = 200_000
/**
 * The number of places where JSON may begin after other words, and the number of characters parsed from them in total.
 */
const mostStarts = 400
const mostRead = 1_000_000

const none: Reading = { texts: [], form: 'none' }

/**
 * Reads the replies of a model: from its answer, not its thoughts, and from the last list, in the requested form or in
 * any form that needs no guess. `doubt` marks a guess.
 *
 * @param cut the answer is incomplete: incomplete replies are left out.
 */
export const readReplies = (content: string, count: number, cut = false, depth = 0): Reading => {
  const text = plainStart(content.slice(0, longestContent))
  const strict = strictJson(text)
  if (isAsked(strict)) return finished(heldIn(strict, count) ?? { texts: [], by: 'asked' }, count, 'asked')
  if (typeof strict === 'string' && depth < 3) return asOther(readReplies(strict, count, cut, depth + 1))

  const spans = spansIn(text)
  const holds = (from: number) => isAsked(strictJson(withoutTokens(text.slice(from))))
  const answer = segmentsOf(text, spans, holds).find(({ kind }) => kind === 'answer')
  if (answer === undefined) return { ...none, ...(text === '' ? {} : { why: words.onlyReasoning }) }
  const rest = plainStart(withoutTokens(plainStart(text.slice(answer.start, answer.end))))
  const alone = strictJson(rest)
  const isOver = !mayGoOn(text.slice(answer.end))
  if (isAsked(alone))
    return finished(
      heldIn(alone, count) ?? { texts: [], by: 'asked' },
      count,
      'asked',
      isOver ? undefined : words.besideList,
    )
  const unwrapped = depth < 3 ? unescaped(rest) : undefined
  if (unwrapped !== undefined) return asOther(readReplies(unwrapped, count, cut, depth + 1))
  const isCut = cut || content.length > longestContent
  const reading = listIn(rest, count, isCut) ?? linesIn(rest, count, isCut)
  return isOver || reading.texts.length === 0 ? reading : { doubt: words.besideList, ...reading }
}

const invisible = /^[\s\p{Default_Ignorable_Code_Point}\ufeff]+/u

const plainStart = (text: string): string => {
  let end = text.length
  for (let last = letterBefore(text, end); invisible.test(last); last = letterBefore(text, end)) end -= last.length
  return text.slice(0, end).replace(invisible, '')
}

/** A letter may consist of two code units. */
const letterBefore = (text: string, end: number) => [...text.slice(Math.max(0, end - 2), end)].at(-1) ?? ''

const asOther = (reading: Reading): Reading =>
  reading.form === 'asked' && reading.texts.length > 0 ? { ...reading, form: 'other' } : reading

const isAsked = (value: unknown): boolean => {
  const replies = typeof value === 'object' && value !== null && 'replies' in value ? value.replies : undefined
  return Array.isArray(replies) && replies.every((reply) => typeof reply === 'string')
}

/** Decodes JSON whose quotation marks are all escaped, for HTML or for a string. */
const unescaped = (text: string): string | undefined => {
  if (/[[{]\s*&(?:quot|#34);/.test(text) && !/[[{]\s*"/.test(text)) return withoutEntities(text)
  if (!/^(?:```\w*\s)?\s*[[{]\s*(?:\\n\s*)?\\+"/.test(text)) return undefined
  const inside = strictJson(`"${text.replaceAll('\n', '\\n')}"`)
  return typeof inside === 'string' ? inside : undefined
}

/** Finds the JSON values that can be parsed without a guess. */
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

/** An object or a list, possibly inside a text. */
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

/** Reads the last list of an answer. Consecutive values with one text each count as a list. */
const listIn = (text: string, count: number, cut: boolean): Reading | undefined => {
  const spans = spansIn(text)
  const groups = groupsIn(text, spans, count)
  const last = groups.at(-1)
  const broken = brokenAfter(text, spans, last?.end ?? 0)
  if (broken >= 0) return cut ? none : (repairedIn(text, broken, count) ?? { ...none, why: words.brokenJson })
  const isBegun = spans.some(({ state, start }) => state === 'cut' && start >= (last?.end ?? 0))
  if (isBegun) return none
  const tail = text.slice(last?.end ?? 0)
  if (last && tail.split(/(?<=\n)/).some((line) => firstItem.test(line.trimStart())))
    return { ...linesIn(tail, count, cut), doubt: words.severalLists }
  if (last === undefined) return undefined
  const { held, state } = last
  const before = groups.at(-2)
  const doubt =
    (state === 'cut' && !cut && words.jsonWithoutEnd) ||
    (before &&
      !/^\W*final\b[^.!?\n]{0,40}$/i.test(withoutFrame(text.slice(before.end, last.start)).trim()) &&
      words.severalLists) ||
    (!isFramed(text, before ? last.start : 0, last) && words.besideList)
  return finished(held, count, 'other', doubt || undefined)
}

const firstItem = /^(?:[*_#(]{0,3}\s?(?:\p{L}+ )?1[.):*]|[-*•–]\s)/u

const groupsIn = (text: string, spans: readonly Span[], count: number): Group[] => {
  const groups: Group[] = []
  for (const { value, start, end, state } of spans) {
    const held = heldIn(opened(value), count)
    if (held === undefined || held.texts.every(isPlaceholder)) continue
    if ((held.by === 'bare' || held.by === 'single') && !isOutsideSentence(text, start, end)) continue
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

/** Brackets inside a sentence are not a list. */
const isOutsideSentence = (text: string, start: number, end: number): boolean => {
  const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start)
  const next = text.indexOf('\n', end)
  const after = text.slice(end, next < 0 ? undefined : next)
  const lead = before
    .trimEnd()
    .replace(/(?:json|JSON|text)$/, '')
    .trimEnd()
  return (lead === '' || /[:=>(,`\]}：-]$/.test(lead)) && !/^\s*[\p{L}\p{N}]/u.test(after)
}

/** @returns the position of a value that cannot be parsed after `from`, or -1. */
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
  return finished(held, count, 'other', words.unescapedQuotes)
}

/**
 * True if all words around a list are known to announce it. Other words may be a thought, withdraw the list, or
 * announce a better one.
 */
const isFramed = (text: string, from: number, { start, end }: Group): boolean =>
  isOnlyTalk(text.slice(from, start)) && isOnlyTalk(text.slice(end)) && !/[:：]\W{0,10}$/m.test(text.slice(end))

const linesIn = (text: string, count: number, cut: boolean): Reading => {
  if (/^(?:```\w{0,10})?\s{0,9}[[{]\s*["'{[]/.test(text) || /["']replies\\*["']/.test(text)) return none
  const found = writtenIn(text, count, cut)
  if (found === undefined) return none
  return finished({ ...found, by: 'named' }, count, 'other')
}

const finished = (held: Held, count: number, form: 'asked' | 'other', guess?: string): Reading => {
  const { texts, doubt } = polished(heldInside(held.texts, count), count)
  if (texts.length === 0) return form === 'asked' ? { texts, form } : none
  if (texts.every(isPlaceholder)) return { ...none, why: words.repeatedForm }
  const why =
    guess ??
    held.doubt ??
    doubt ??
    (new Set(texts).size > count ? words.tooManyTexts : undefined) ??
    (texts.length === 1 && count > 1 && several.test(texts[0] ?? '') ? words.mayBeSeveral : undefined) ??
    oddities.find(({ isOdd }) => texts.some(isOdd))?.doubt
  return { texts, form, ...(why ? { doubt: why } : {}) }
}

const isPlaceholder = (text: string) => placeholders.includes(text)
const several = /\n|\s\|\s|["”»]\s*[,;]\s*["“«]/
const oddities: { isOdd: (text: string) => boolean; doubt: string }[] = [
  { isOdd: holdsMarks, doubt: words.thought },
  {
    isOdd: (text) => /<[|｜]|^\s*[[{]|replies\\*["']|^[^\n]{0,40}:\s*\n/.test(text) || endsUnopened(text),
    doubt: words.machineSigns,
  },
  {
    isOdd: (text) =>
      /^(?:[<（(【].*[>）)】]|null|undefined|none|n\/?a|string|true|false)$/is.test(text) ||
      !/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(text),
    doubt: words.notReply,
  },
  {
    isOdd: (text) => /^["“«]/.test(text) && !/["”»]/.test(text.slice(1)),
    doubt: words.openQuote,
  },
  { isOdd: isLeadIn, doubt: words.wordsToReader },
]

/** True if a text ends with a mark that it does not open, such as `</output>`, `<EOS>` or `}`. */
const endsUnopened = (text: string): boolean => {
  const [, slash, name] = /<(\/?)([\p{L}_][^<>\s]{0,39})>$/u.exec(text) ?? []
  if (name !== undefined) return slash === '' || !text.includes(`<${name}`)
  const opening = { '}': '{', ']': '[' }[text.slice(-1)]
  return opening !== undefined && !text.includes(opening)
}

/** Reads texts that contain JSON: each one that is JSON, or the whole list if one text is that list. */
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
