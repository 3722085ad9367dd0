import { bare, inOneLine, labelOf, withoutEntities } from '../polish'
import * as words from '../words'
import { isOfThoughts } from './segments'

/** Replies of an answer without JSON. */
export interface Written {
  texts: string[]
  doubt?: string
}

/** Words of a model to the person who asked, before or after the replies. */
const remark =
  /^(?:let me know|i hope|hope (?:this|these|that)|feel free|want me|shall i|would you like|do you want|if you (?:want|need|would|'d|prefer)|i can (?:also|write|make|adjust)|i'?ve (?:kept|written|made)|i kept|these (?:replies|are|keep)|each (?:reply|one) (?:is|stays)|note:|happy to|please let|tell me if)/i
const leadIn = /^(?:sure|certainly|of course|okay|ok|absolutely|here (?:are|is|you go)|here['’]s|below|great|got it)\b/i
const musing =
  /^(?:the user|user (?:wants|asks)|we (?:need|should)|i need to|i should|i'll write|let me|let's|first|then|hmm|wait|so,? (?:the|we|i)|okay,? (?:so|the|let|we))\b/i
const isFault = /^(?:error|exception|traceback|warning)\b\s?[:(]/i
const aboutReplies =
  /\b(?:repl(?:y|ies)|drafts?|json|the (?:user|post)|characters?|options?|versions?|happy to help|glad to help|be happy to|think)\b/i

/** Words to the person who asked, not to the author of the post. */
export const isLeadIn = (text: string): boolean => leadIn.test(text) && aboutReplies.test(text)
const isTalk = (text: string): boolean => remark.test(text) || isLeadIn(text)
const isMusing = (text: string): boolean => musing.test(text) && aboutReplies.test(text)

/** Frames of a list: code fences, and elements and calls whose names mean an answer. */
const frame =
  /```(?:json[c5]?|te?xt)?|[<[]\/?[^<>[\]\n]{0,40}(?:answer|output|response|repl|result|final|json|tool|function|call)[^<>[\]\n]{0,40}[>\]]/gi

export const withoutFrame = (text: string): string => text.replace(frame, '\n')

/** Whether every line with words addresses the person who asked. */
export const isOnlyTalk = (text: string): boolean =>
  withoutFrame(text)
    .split('\n')
    .every((line) => !/[\p{L}\p{N}]|<!|\/\*/u.test(line) || isTalk(line.trim()))

/** Characters. Twenty replies need less. */
const longestList = 20_000

/** @param cut the answer is incomplete: the last line is left out. @returns undefined if the replies are not clear. */
export const writtenIn = (text: string, count: number, cut: boolean): Written | undefined => {
  if (text.length > longestList || /^\s*<(?:!doctype|html)/i.test(text)) return undefined
  const elements = elementsIn(text, count)
  if (elements) return elements
  const { inside, outside } = fenced(text)
  const lines = inside.split('\n').map((line) => line.trim())
  const found = itemsIn(lines, count) ?? inLine(lines, count) ?? unmarked(lines, count)
  const texts = (cut ? found?.texts.slice(0, -1) : found?.texts)?.map(bare).filter((reply) => reply !== '')
  if (found === undefined || texts === undefined || texts.length === 0) return undefined
  const isQuoted = (reply: string) => /^["“„«]/.test(reply)
  const isHalfQuoted =
    texts.length > 1 && texts.some(isQuoted) && !found.texts.every((reply, at) => reply.trim() === texts[at])
  const doubt = isOnlyTalk(outside) ? isHalfQuoted && words.halfQuoted : words.besideList
  return { ...(doubt ? { doubt } : {}), ...found, texts }
}

/** Splits a text into the content of its first code fence and the text around the fence. */
const fenced = (text: string): { inside: string; outside: string } => {
  const lines = text.split('\n')
  const opening = lines.findIndex((line) => /^[ \t]*(?:```|~~~)[^`]*$/.test(line))
  const after = opening < 0 ? [] : lines.slice(opening + 1)
  const closing = after.findIndex((line) => /^[ \t]*(?:```|~~~)[ \t\r]*$/.test(line))
  const inside = after.slice(0, closing < 0 ? undefined : closing).join('\n')
  if (inside.trim() === '') return { inside: text.replace(/^[ \t]*(?:```|~~~).*$/gm, ''), outside: '' }
  const behind = closing < 0 ? [] : after.slice(closing + 1)
  return { inside, outside: [...lines.slice(0, opening), ...behind].join('\n') }
}

const besideQuotes = /^["“«].+["”»]\s*[^\s"”»]+/s
const bullet = /^[-*•–]\s{1,4}/

/** A line with the next label of the list begins a new reply. */
const itemsIn = (lines: readonly string[], count: number): Written | undefined => {
  const at = lines.findIndex((line) => labelOf(line)?.index === 1 || bullet.test(line))
  const first = lines[at]
  if (first === undefined) return undefined
  const label = labelOf(first)
  const family = label?.index === 1 ? label.family : undefined
  if (family?.startsWith('a') && !label?.isPlain && lines.filter((line) => labelOf(line)?.family === family).length < 2)
    return undefined
  let items: string[][] = []
  let doubt: string | undefined
  for (const line of lines.slice(at)) {
    const own = family === undefined ? undefined : labelOf(line)
    const isOwn = family === undefined ? bullet.test(line) : own?.family === family
    const isNext = isOwn && (own === undefined || own.index === items.length + 1)
    if (isOwn && own?.index === 1 && items.length > 1) {
      items = []
      doubt = words.severalLists
    } else if (isOwn && !isNext) doubt = words.badNumbers
    if (isNext || items.length === 0)
      items.push([own ? line.slice(own.length) : line.replace(bullet, '')].filter(isFull))
    else items.at(-1)?.push(line)
  }
  if (items.length !== count) doubt ??= words.otherLength
  const before = lines.slice(0, at).filter((line) => line !== '')
  if (!before.every(isTalk)) doubt ??= words.wordsBefore
  const ended = withoutRemark(items)
  const texts = ended.items.map((item) => item.join('\n').trim())
  if (texts.some((text) => isLeadIn(text) || isMusing(text))) doubt ??= words.wordsToReader
  if (texts.every((text) => besideQuotes.test(text))) doubt ??= words.besideQuotes
  if (count === 1 && texts.length > 1) return { texts: texts.slice(0, 1), doubt: words.severalReplies }
  return { texts, ...((doubt ?? ended.doubt) ? { doubt: doubt ?? ended.doubt } : {}) }
}

/** Text after the first line of an item may belong to the item, explain it, or address the person who asked. */
const withoutRemark = (items: readonly string[][]): { items: string[][]; doubt?: string } => {
  const last = items.at(-1) ?? []
  const others = items.slice(0, -1)
  const spoken = last.findIndex((line, at) => at > 0 && isTalk(line))
  const own = spoken < 0 ? last : last.slice(0, spoken)
  const gap = own.findIndex((line, at) => line === '' && own.slice(at).some(isFull))
  if (gap >= 0 && !others.some((lines) => lines.some((line, at) => line === '' && lines.slice(at).some(isFull))))
    return { items: [...others, own.slice(0, gap)], doubt: words.wordsAfter }
  const all = [...others, own]
  const isLonger = all.some((lines) => lines.filter(isFull).length > 1)
  return { items: all, ...(isLonger ? { doubt: words.otherLines } : {}) }
}

const isFull = (line: string) => line !== ''

const inLine = (lines: readonly string[], count: number): Written | undefined => {
  const line = lines.filter(isFull).join(' ')
  const texts = count > 1 ? inOneLine(line) : undefined
  const last = texts?.at(-1)
  if (texts?.length !== count || last === undefined) return undefined
  const spoken = last.search(/(?<=[.!?]\s)(?=\S)/)
  const own = spoken > 0 && isTalk(last.slice(spoken)) ? last.slice(0, spoken) : last
  const isAlone = lines.filter(isFull).length === 1 && isOnlyTalk(line.slice(0, line.search(/(?<!\S)1[.)] /)))
  return { texts: [...texts.slice(0, -1), own], ...(isAlone ? {} : { doubt: words.besideList }) }
}

/** Lines without labels are replies only if their number is the requested one. */
const unmarked = (lines: readonly string[], count: number): Written | undefined => {
  const full = lines.filter((line) => line !== '')
  if (full.some((line) => isMusing(line) || isFault.test(line))) return undefined
  const isLed = full.length > 1 && /[:：]\**$/.test(full[0] ?? '')
  const isSpoken = full.length > 1 && !isLed && isTalk(full[0] ?? '')
  const body = full.slice(isLed || isSpoken ? 1 : 0)
  while (body.length > 1 && isTalk(body.at(-1) ?? '')) body.pop()
  if (body.length !== count) return undefined
  if (count > 1) return body.some(isTalk) ? undefined : { texts: body, doubt: words.noNumbers }
  const only = afterLeadIn(body[0] ?? '')
  if (isTalk(only) || only.length > 1_000 || /<(?!3)[^<>]{0,40}>\s*$|[[{]\s*\\*["']/.test(only)) return undefined
  return { texts: [only], doubt: words.noListButWords }
}

/** Takes the text between the marks of `Here is one: "Lovely."`. */
const afterLeadIn = (line: string): string => {
  const at = line.search(/: ["“]/)
  return at >= 0 && /["”]$/.test(line) && leadIn.test(line) ? line.slice(at + 2) : line
}

const tag = /<(\p{L}[\p{L}\d_.:-]*)(?:\s[^<>]*)?>|<\/(\p{L}[\p{L}\d_.:-]*)\s*>/gu

interface Element {
  name: string
  inside: string
  whole: string
}

/** Finds elements up to the next end tag of their name, without the elements inside them. */
const outermost = (text: string): Element[] => {
  const ends = new Map<string, RegExpExecArray>()
  const pairs: { name: string; opening: RegExpExecArray; closing: RegExpExecArray }[] = []
  for (const found of [...text.matchAll(tag)].reverse()) {
    const [, name = '', ended] = found
    const closing = ends.get(name)
    if (ended !== undefined) ends.set(ended, found)
    else if (closing) pairs.push({ name, opening: found, closing })
  }
  const elements: Element[] = []
  let end = 0
  for (const { name, opening, closing } of pairs.reverse()) {
    if (opening.index < end) continue
    end = closing.index + closing[0].length
    const inside = text.slice(opening.index + opening[0].length, closing.index)
    elements.push({ name, inside, whole: text.slice(opening.index, end) })
  }
  return elements
}

const ofText = /^(?:b|i|u|s|em|strong|a|p|br|code|span|small|del|sup|sub)$/i
const ofReplies =
  /repl|respon|answer|comment|tweet|text|item|^li$|option|draft|post|message|output|result|final|^ol$|^ul$|list|root/i

const withoutNumber = ({ name }: Element) => name.replace(/\d{1,9}$/, '')

const insideOf = ({ inside }: Element): string =>
  withoutEntities(inside.trim().replace(/^<!\[CDATA\[([\s\S]*)\]\]>$/, '$1')).trim()

/** Reads replies from sibling elements of one name, which may have a parent element. */
const elementsIn = (text: string, count: number, depth = 0): Written | undefined => {
  const found = depth > 3 ? [] : outermost(text).filter(({ name }) => !ofText.test(name) && !isOfThoughts(name))
  const [name] = found.map(withoutNumber)
  if (name === undefined || found.some((each) => withoutNumber(each) !== name)) return undefined
  const inside = found.length === 1 ? elementsIn(found[0]?.inside ?? '', count, depth + 1) : undefined
  const rest = found.reduce((left, { whole }) => left.replace(whole, ''), text).trim()
  const isNamed = ofReplies.test(name)
  if (inside && !isOnlyTalk(rest)) return { ...inside, doubt: words.besideList }
  if (inside) return isNamed ? inside : { doubt: words.inElement(name), ...inside }
  if (!isNamed && (rest !== '' || found.length !== count)) return undefined
  if (!isOnlyTalk(rest)) return { texts: found.map(insideOf), doubt: words.besideList }
  const texts = found.map(insideOf)
  const isSure =
    isNamed &&
    (found.length === count || depth > 0 || count > 1) &&
    !texts.some((each) => /^[[{]|<\/\p{L}|\/>/u.test(each)) &&
    !(texts.length === 1 && /\n/.test(texts[0] ?? ''))
  return { texts, ...(isSure ? {} : { doubt: words.inElement(name) }) }
}
