import type { Loose } from '../json'

/** JSON inside an answer. */
export interface Span extends Loose {
  start: number
}

export interface Segment {
  kind: 'thought' | 'answer' | 'noise'
  start: number
  end: number
}

/** True if a name belongs to a model's thoughts, not to its answer. */
export const isOfThoughts = (name: string): boolean =>
  /th[io]nk|thought|reason|reflect|scratch|analy[sz]|monolog|rumina|ponder|delib|brainstorm|inner|internal|plan|cogit|chain|cot\b|pens[ae]|denk|gedank|razon|размыш|思考|推理/iu.test(
    name,
  )

/** A name in marks, such as `<mm:think>`, `[/THINK]`, `<|END_THINKING|>`. */
const named =
  /(?:<\|?|◁|⟨|《|⟦|【|\{\{)\s?(?<close>\/|end[_ ]?(?:of[_ ]?)?)?(?<name>[\p{L}\d:_. -]{3,60})(?:\s[^<>◁⟨《⟦【\n]{0,60})?(?:\|?>|▷|⟩|》|⟧|】|\}\})|\[(?<closeCapital>\/|END_)?(?=[A-Z_]+\])[A-Z_]*(?:THINK|THOUGHT|REASON|ANALYSIS|REFLECT)[A-Z_]*\]|<unused\d+>thought|(?<closeUnused><unused\d+>)/giu

const channel = /<\|channel\|>([^<]*)(?:<\|constrain\|>[^<]*)?<\|message\|>/g
const endOfMessage = /<\|(?:end|return|call|start|channel)\|>/g
/** Names of channels without their marks, which some gateways remove. */
const bareChannel = /^\s*(?:```\w*\s*)?(?:analysis|commentary)(?=["'[{\p{Lu}])/u
const bareFinal = /assistantfinal(?:<\|message\|>)?/g

/** A mark that a chat template writes between turns. */
const token =
  /<[|｜][\p{L}\d_▁ :-]{1,40}[|｜]>|<\/?(?:s|bos|eos|pad|end_of_turn|start_of_turn|end_of_text)>|\[\/?INST\]/gu
/** Tokens that end a model's turn. Text after them is another turn that the model imagines. */
const endOfTurn =
  /^\s*(?:<[|｜](?:im_end|eot|eot_id|eom_id|endoftext|end_of_text|end_of_turn|end▁of▁sentence|end|return|call)[|｜]>|<\/s>|<eos>|<end_of_turn>|<end_of_text>|\[\/INST\])/i
const role = /^\s*(?:assistant|model|final)\b(?=\s|<)\s*/

/** @returns the position after the tokens at the start and the role that one of them names. */
const behindTokens = (text: string): number => {
  let at = 0
  for (const { 0: found, index } of text.matchAll(token)) {
    if (text.slice(at, index).trim() !== '') break
    at = index + found.length
    at += role.exec(text.slice(at, at + longestToken))?.[0].length ?? 0
  }
  return at
}

/** Removes tokens at both ends, except an `<s>` that the text itself closes. */
export const withoutTokens = (text: string): string => {
  let rest = text.trim()
  rest = rest.slice(behindTokens(rest))
  for (let at = lastToken(rest); at >= 0; at = lastToken(rest)) rest = rest.slice(0, at).trimEnd()
  return rest.trim()
}

const longestToken = 60
const lastToken = (text: string): number => {
  const from = Math.max(0, text.length - longestToken)
  const last = [...text.slice(from).matchAll(token)].at(-1)
  if (last === undefined || from + last.index + last[0].length < text.length) return -1
  return last[0] === '</s>' && text.includes('<s>') ? -1 : from + last.index
}

interface Mark {
  start: number
  end: number
  isClose: boolean
}

const outside = (spans: readonly Span[], index: number) => !spans.some(({ start, end }) => start < index && index < end)

/** Whether text after an answer may belong to the answer or withdraw it. */
export const mayGoOn = (noise: string): boolean =>
  /[\p{L}\p{N}]/u.test(noise.replace(token, '').replace(named, '')) && !endOfTurn.test(noise)

/**
 * Separates thoughts from the answer by marks outside of JSON, since a reply may contain such marks. A thought without
 * an end includes the rest of the text.
 *
 * @param holds whether the text after a mark is an answer.
 */
export const segmentsOf = (text: string, spans: readonly Span[], holds: (from: number) => boolean): Segment[] => {
  const [start, end] = answerIn(text, spans, holds)
  const all: Segment[] = [
    { kind: 'thought', start: 0, end: start },
    { kind: 'answer', start, end },
    { kind: 'noise', start: end, end: text.length },
  ]
  return all.filter((segment) => segment.end > segment.start)
}

const answerIn = (text: string, spans: readonly Span[], holds: (from: number) => boolean): [number, number] => {
  const channels = [...text.matchAll(channel)].filter(({ index }) => outside(spans, index))
  if (channels.length > 0) {
    const last = channels.findLast(([, name]) => /^final|to=/i.test(name?.trim() ?? ''))
    if (last === undefined) return [text.length, text.length]
    const from = last.index + last[0].length
    return beforeNextTurn(text, spans, [from, firstOutside(text, endOfMessage, spans, from)])
  }
  const finals = [...text.matchAll(bareFinal)]
    .filter(({ index }) => outside(spans, index))
    .map((found) => found.index + found[0].length)
  if (finals.length > 0 || bareChannel.test(text))
    return [finals.find(holds) ?? finals.at(-1) ?? text.length, text.length]
  return beforeNextTurn(text, spans, besideThoughts(text, spans, holds))
}

const besideThoughts = (text: string, spans: readonly Span[], holds: (from: number) => boolean): [number, number] => {
  const found = marksIn(text, spans)
  const closes = found.filter(({ isClose }) => isClose)
  const first = found[0]
  if (first === undefined) return [0, text.length]
  if (found.length === mostMarks) return [text.length, text.length]
  const after = (closes.find(({ end }) => holds(end)) ?? closes.at(-1))?.end
  const opened = found.find(({ start, isClose }) => !isClose && start >= (after ?? 0))
  const rest: [number, number] = [after ?? 0, opened?.start ?? text.length]
  if (withoutTokens(text.slice(...rest)) !== '') return rest
  const isBefore = !first.isClose && spans.some(({ end }) => end <= first.start)
  return isBefore ? [0, first.start] : [text.length, text.length]
}

/** True if a text contains a mark of thoughts, or begins with an element in brackets. */
export const holdsMarks = (text: string): boolean =>
  marksIn(text, []).length > 0 ||
  text.search(bareFinal) >= 0 ||
  /^\s*[<[]([^<>[\]\n]{1,30})[>\]][\s\S]*[<[]\/\1[>\]]/.test(text)

/** More than real thoughts have. Further marks are ignored. */
const mostMarks = 200

const marksIn = (text: string, spans: readonly Span[]): Mark[] => {
  const found: Mark[] = []
  for (const match of text.matchAll(named)) {
    const { close, name, closeCapital, closeUnused } = match.groups ?? {}
    if ((name !== undefined && !isOfThoughts(name)) || !outside(spans, match.index)) continue
    const isClose = (close ?? closeCapital ?? closeUnused) !== undefined
    found.push({ start: match.index, end: match.index + match[0].length, isClose })
    if (found.length === mostMarks) break
  }
  return found
}

/** Cuts the turns that a model imagines after its own. */
const beforeNextTurn = (text: string, spans: readonly Span[], [start, end]: [number, number]): [number, number] => {
  const lead = behindTokens(text.slice(start, end))
  const next = firstOutside(text, token, spans, start + lead)
  return next < end && text.slice(start + lead, next).trim() !== '' && isTurn(text, next) ? [start, next] : [start, end]
}

const isTurn = (text: string, at: number) =>
  !text.startsWith('<s>', at) && !(text.startsWith('</s>', at) && text.includes('<s>'))

const firstOutside = (text: string, pattern: RegExp, spans: readonly Span[], from: number): number => {
  for (const { index } of text.matchAll(pattern)) if (index >= from && outside(spans, index)) return index
  return text.length
}
