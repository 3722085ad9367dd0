import { withoutTokens } from './prompt/segments'
import * as words from './words'

/** Cleaned texts, with a doubt if cleaning was a guess. */
interface Polished {
  texts: string[]
  doubt?: string
}

const quotes = ['""', '“”', '«»', '„“', "''", '‘’', '``', '「」', '『』', '„”', '»«']

const inner = (text: string): string | undefined => {
  const pair = quotes.find(
    ([open = '', close = '']) => text.length > 2 && text.startsWith(open) && text.endsWith(close),
  )
  if (pair === undefined) return undefined
  const between = text.slice(1, -1)
  return isClosed(withoutApostrophes(between), pair) ? between.trim() : undefined
}

/** Whether nested quotations are closed. Marks with the same opening and closing form do not show this. */
const isClosed = (text: string, [open = '', close = '']: string): boolean => {
  if (open === close) return !text.includes(open)
  let depth = 0
  for (const letter of text) {
    depth += letter === open ? 1 : letter === close ? -1 : 0
    if (depth < 0) return false
  }
  return depth === 0
}

const withoutApostrophes = (text: string) => text.replace(/(\p{L})['’](?=\p{L})/gu, '$1')

/** Removes quotation marks around all texts. Marks around only one text may be a real quotation. */
const withoutQuotes = (texts: readonly string[]): readonly string[] => {
  const inners = texts.map((text) => inner(text.trim()))
  return texts.length > 1 && inners.every((text) => text !== undefined)
    ? inners.filter((text) => text !== undefined)
    : texts
}

/** Removes quotation marks around the whole text of a list item. */
export const bare = (item: string): string => {
  const text = item.trim()
  const bold = /^\*\*([^*]+)\*\*$/.exec(text)?.[1]?.trim() ?? text
  return inner(bold) ?? bold
}

const entities: Record<string, string> = { quot: '"', apos: "'", amp: '&', lt: '<', gt: '>', nbsp: '\u00a0' }

/** Decodes HTML entities once. */
export const withoutEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,6})|#x([0-9a-f]{1,5})|(quot|apos|amp|lt|gt|nbsp));/gi, (found, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    if (name !== undefined) return entities[String(name).toLowerCase()] ?? found
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : found
  })

/** Decodes JSON escapes that were escaped twice; `C:\new` and `\n` between spaces are not such escapes. */
const withoutEscapes = (text: string): string =>
  text
    .replace(/\\u([0-9a-f]{4})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/(?<=[^\s\\])(?:\\r)?((?:\\n)+)(?![a-z])(?=.)/g, (found, lines, offset, whole) =>
      isLineEnd(String(whole), offset, found.length) ? '\n'.repeat(lines.length / 2) : found,
    )
    .replace(/\\(["/])/g, '$1')

const isLineEnd = (text: string, at: number, length: number) =>
  /[.!?…,;)"'’”:\p{Extended_Pictographic}]$/u.test(text.slice(Math.max(0, at - 2), at)) ||
  /^(?:\d{1,3}[.)]|[-*•]\s)/.test(text.slice(at + length))

const ordinals = '①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳'

/** A label before an item, such as `1.`, `A)`, `**Reply 1 (witty):**`, `返信2：` or `3️⃣`. */
const mark =
  /^\s*(?<markup>[*_#>~`]{1,3}\s?)?(?<open>[([（【#])?(?:(?<word>\p{L}[\p{L}\p{M}]{0,19})\s{0,2}[#(]?(?=[\d①-⑳]|[A-Z]\b))?(?:(?<number>\d{1,3})|(?<letter>[A-Za-z])(?![\p{L}\p{N}])|(?<ring>[①-⑳]))(?:\s?[(（][^()（）\n]{1,40}[)）])?(?<after>\ufe0f?\u20e3|[*_]{0,3}\s?[.):\]：、）】．]{1,2}(?!(?<=[.:])\d)(?:\s?[(（][^()（）\n]{1,40}[)）]\s?[:：]?)?[*_]{0,3}|\s[-–—](?=\s)|[*_]{1,3}(?=\s|$)|(?=\s*(?:\n|$))|(?<=[①-⑳]))\s*/u

export interface Label {
  length: number
  /** Equal for all items of one list. */
  family: string
  index: number
  /** Whether a reply would hardly begin like this. */
  isPlain: boolean
}

export const labelOf = (text: string): Label | undefined => {
  const found = mark.exec(text)
  if (found?.groups === undefined) return undefined
  const { markup = '', word = '', number, letter, ring, after = '' } = found.groups
  const isPlain = (word !== '' || /\*\*|__|#/.test(markup)) && /[:：*_]/.test(after)
  if (after.trim() === '' && word === '' && ring === undefined) return undefined
  const index = number
    ? Number(number)
    : letter
      ? (letter.toLowerCase().codePointAt(0) ?? 0) - 96
      : ordinals.indexOf(ring ?? '') + 1
  const kind = number ? '1' : letter ? 'a' : 'o'
  return {
    length: found[0].length,
    family: `${kind}${word.toLowerCase()}`,
    index,
    isPlain,
  }
}

/** Removes labels only if all texts have labels in order. */
const withoutLabels = (texts: readonly string[]): readonly string[] => {
  const labels = texts.map(labelOf)
  const first = labels[0]
  const isSeries = labels.every((label, at) => label?.index === at + 1 && label.family === first?.family)
  const rests = texts.map((text, at) => text.slice(labels[at]?.length).trim())
  const isWhole = rests.every((rest) => rest !== '')
  if (first !== undefined && isSeries && isWhole && (texts.length > 1 || first.isPlain)) return rests
  const patterns = [/^\s*\*\*[^*\n]{1,40}:\*\*\s*|^\s*\*\*[^*\n]{1,40}\*\*:\s*/, /^\s*[-*•–]\s+/]
  const common = texts.length > 1 ? patterns.find((pattern) => texts.every((text) => pattern.test(text))) : undefined
  return common ? texts.map((text) => text.replace(common, '')) : texts
}

/** Splits a text that contains a whole list of the requested length. */
const itemsOf = (text: string, count: number): { items: string[]; isGuess: boolean } | undefined => {
  const lines = text.split(/\n+/)
  const starts = lines.filter((line, at) => labelOf(line)?.index === at + 1 || /^\s*[-*•–]\s/.test(line))
  if (lines.length === count && starts.length === count) return { items: lines, isGuess: false }
  const inLine = inOneLine(text)
  return inLine?.length === count ? { items: inLine, isGuess: true } : undefined
}

/** Splits "Sure! 1. Lovely. 2. Great."; undefined if a number appears twice. */
export const inOneLine = (text: string): string[] | undefined => {
  const starts = [...text.matchAll(/(?<=^|\s)(\d{1,3})[.)] /g)]
  if (starts.length < 2 || starts.some((found, at) => Number(found[1]) !== at + 1)) return undefined
  return starts.map((found, at) => text.slice(found.index + found[0].length, starts[at + 1]?.index).trim())
}

/** Any label at the beginning of a text, or a remark at its end. */
const decorations: ((text: string) => boolean)[] = [
  (text) => label.test(text),
  (text) => /\s[[(（][^()（）[\]\n]{1,60}[\])）]$/u.test(text),
  (text) => /\s(?:→|=>|<-)/.test(text.slice(Math.max(0, text.lastIndexOf('\n')))),
]
const label =
  /^\s*(?:[[(（【][^\])）】\n]{1,40}[\])）】]|[\p{L}\p{N}@#][^.!?:：\n]{0,30}(?:：|:\s)|\d{1,3}\/\d{1,3})\s*\S/u

/** Removes tokens, entities, escapes, labels and quotation marks around a model's texts. */
export const polished = (found: readonly string[], count: number): Polished => {
  const decoded = found.map((text) => withoutEscapes(withoutEntities(withoutTokens(text))))
  const split = decoded.length === 1 && count > 1 ? itemsOf(decoded[0] ?? '', count) : undefined
  const isDecoded = decoded.some((text, at) => text !== withoutTokens(found[at] ?? ''))
  const texts = withoutQuotes(withoutLabels(withoutQuotes(split?.items ?? decoded)))
    .map((text) => text.trim())
    .filter((text) => text !== '')
  if (split?.isGuess) return { texts, doubt: words.listInText }
  if (isDecoded) return { texts, doubt: words.codes }
  if (texts.length === 1 && /^\p{L}{3,20}:\s\S/u.test(texts[0] ?? '')) return { texts, doubt: words.mayBeLabel }
  return texts.length > 1 && decorations.some((isDecorated) => texts.every(isDecorated))
    ? { texts, doubt: words.labels }
    : { texts }
}
