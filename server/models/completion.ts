import { bodyIn, firstChoice } from './body'
import { type Fields, fieldsOf, looseJson, strictJson } from './json'
import { heldInCall } from './lists'
import { type Reading, readReplies } from './readReplies'
import * as modelsWords from './words'

export interface Usage {
  prompt: number
  completion: number
}

export interface Completion extends Reading {
  /**
   * Why an answer brought too few replies: `refused` by the model or a filter, `cut` at the length limit or in transit,
   * `empty`, or `unreadable` if its text contains no reply.
   */
  ending: 'whole' | 'refused' | 'cut' | 'empty' | 'unreadable'
  /** The reason of the provider or the model, in words that follow "The model provider". */
  said: string
  /** Undefined if the provider does not count tokens. */
  usage?: Usage
}

/**
 * Reads a chat completion of any provider: content as text, as a list of parts or as arguments of a call, reasoning in
 * a separate field, any name of the ending, or events that no request asked for.
 *
 * @param isCut the body is incomplete: its complete parts still count.
 * @returns undefined if the text is not a completion.
 */
export const readCompletion = (text: string, count: number, isCut = false): Completion | undefined => {
  const body = bodyIn(text) ?? (isCut ? cutBody(text) : undefined)
  const choice = firstChoice(body) ?? fieldsOf(body)
  const message = fieldsOf(choice?.message)
  if (choice === undefined || (message === undefined && typeof choice.text !== 'string')) return undefined
  const content = contentOf(message?.content) || contentOf(choice.text)
  const end = endOf(choice.finish_reason)
  const cut = isCut || end === 'length'
  const reading = readMessage(message, content, { count, cut, isOver: end === 'stop' && !isCut })
  if (reading.texts.length > 0 && reading.texts.some(isExcuse)) reading.doubt ??= modelsWords.mayDecline
  const usage = usageOf(fieldsOf(body)?.usage)
  return {
    ...reading,
    ...endingOf({
      reading,
      content,
      end,
      cut,
      isCut,
      refusal: message?.refusal,
      reasoning: reasoningOf(message),
      count,
    }),
    ...(usage ? { usage } : {}),
  }
}

interface Ended {
  reading: Reading
  content: string
  end: 'stop' | 'length' | 'filter' | 'failed'
  cut: boolean
  isCut: boolean
  refusal: unknown
  reasoning: string
  count: number
}

const endingOf = (ended: Ended): Pick<Completion, 'ending' | 'said'> => {
  const { reading, content, end, refusal, reasoning } = ended
  if (typeof refusal === 'string' && refusal.trim() !== '')
    return { ending: 'refused', said: modelsWords.refusedBecause(refusal) }
  if (end === 'filter') return { ending: 'refused', said: modelsWords.contentFilter }
  if (reading.form === 'other' && reading.texts.length === 1 && isExcuse(content)) {
    return { ending: 'refused', said: modelsWords.refusedBecause(content.trim()) }
  }
  if (ended.isCut) return { ending: 'cut', said: modelsWords.brokeOffInAnswer }
  if (ended.cut) {
    const spent = reading.texts.length === 0 && reasoning !== '' ? modelsWords.spentOnReasoning : ''
    return { ending: 'cut', said: modelsWords.reachedLength(spent) }
  }
  if (reading.texts.length > 0) return { ending: 'whole', said: '' }
  if (end === 'failed') return { ending: 'unreadable', said: modelsWords.modelFailed }
  if (reading.form === 'asked') return { ending: 'empty', said: modelsWords.onlyEmpty }
  if (content.trim() === '') {
    return {
      ending: 'empty',
      said: reasoning === '' ? modelsWords.noText : modelsWords.onlyReasoning,
    }
  }
  if (isExcuse(content)) return { ending: 'refused', said: modelsWords.refusedBecause(content.trim()) }
  return {
    ending: 'unreadable',
    said: reading.why ?? modelsWords.noList(content.trim().slice(0, 200)),
  }
}

const lengths = ['length', 'max_tokens', 'model_length', 'model_context_window_exceeded']

const endOf = (reason: unknown): Ended['end'] => {
  if (typeof reason !== 'string') return 'stop'
  if (lengths.includes(reason)) return 'length'
  if (['content_filter', 'refusal', 'safety'].includes(reason.toLowerCase())) return 'filter'
  return ['error', 'insufficient_system_resource'].includes(reason) ? 'failed' : 'stop'
}

/** Ignores parts of other types, which contain thoughts. */
const contentOf = (content: unknown): string => {
  if (typeof content === 'string') return content
  const parts = Array.isArray(content) ? content.slice(0, 1000) : [content]
  return parts.map(partText).join('')
}

const partText = (part: unknown): string => {
  if (typeof part === 'string') return part
  const { type = 'text', text, thought } = fieldsOf(part) ?? {}
  const said = fieldsOf(text)?.value ?? text
  return typeof said === 'string' && thought !== true && (type === 'text' || type === 'output_text') ? said : ''
}

interface Limits {
  count: number
  cut: boolean
  /** Whether the model ended its answer normally. */
  isOver: boolean
}

/**
 * Reads the replies from the text, else from a tool call (some servers enforce a schema that way), else from reasoning
 * that is exactly the requested list.
 */
const readMessage = (message: Fields | undefined, content: string, { count, cut, isOver }: Limits): Reading => {
  const written = readReplies(content, count, cut)
  if (written.form === 'asked' && written.texts.length > 0) return written
  const called = readCalls(message, count, cut)
  if (called && (called.form === 'asked' || written.texts.length === 0)) return called
  const reasoning = reasoningOf(message)
  if (content.trim() !== '' || !isOver || !fieldsOf(strictJson(reasoning))) return written
  const thought = readReplies(reasoning, count)
  return thought.form === 'asked' ? { ...thought, doubt: modelsWords.fromThoughts } : written
}

/** Calls of functions that are not about replies are ignored. */
const readCalls = (message: Fields | undefined, count: number, cut: boolean): Reading | undefined => {
  const calls = [...listOf(message?.tool_calls), message?.function_call, ...listOf(message?.content)].flatMap(
    (each) => {
      const call = fieldsOf(each)
      const called = fieldsOf(call?.function) ?? call
      const given = called?.arguments ?? called?.input
      if (given === undefined || given === null) return []
      return [{ name: called?.name, given: typeof given === 'string' ? given : JSON.stringify(given) }]
    },
  )
  const readings = calls.flatMap(({ name, given }) => {
    return heldInCall(name, looseJson(given)?.value, count) ? [readReplies(given, count, cut)] : []
  })
  return readings.at(-1)
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const reasoningOf = (message: Fields | undefined): string => {
  const texts = [message?.reasoning, message?.reasoning_content].filter((text) => typeof text === 'string')
  return (texts[0] || texts[1] || '').trim()
}

const usageOf = (reported: unknown): Usage | undefined => {
  const usage = fieldsOf(reported)
  const { prompt_tokens: prompt, completion_tokens: answered = 0, total_tokens: total } = usage ?? {}
  if (!isCount(prompt) || !Number.isInteger(answered) || Number(answered) < 0) return undefined
  const completion = Number(answered) + tokensApart(usage, Number(answered), Number(total) - prompt - Number(answered))
  return isCount(completion) ? { prompt, completion } : undefined
}

/**
 * Counts reasoning tokens only if `completion_tokens` does not include them: either the total is larger than both
 * counts, or there are more of them than completion tokens.
 */
const tokensApart = (usage: Fields | undefined, answered: number, rest: number): number => {
  const { reasoning_tokens: reasoning = usage?.reasoning_tokens } = fieldsOf(usage?.completion_tokens_details) ?? {}
  if (rest > 0) return typeof reasoning === 'number' ? Math.min(rest, reasoning) : rest
  return typeof reasoning === 'number' && reasoning > answered ? reasoning : 0
}

/** Gateways report 0 if they do not know a count. */
const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= 100_000_000

/** Finds refusals that no field of the answer marks. */
const isExcuse = (content: string): boolean => {
  const start = content.trim().slice(0, 160).toLowerCase().replaceAll('’', "'")
  const cannot = [
    "i can't",
    'i cannot',
    "i won't",
    "i'm unable",
    'i am unable',
    "i'm not able",
    'i am not able',
    'as an ai',
  ]
  const declined = [
    'help',
    'assist',
    'comply',
    'write',
    'create',
    'generate',
    'provide',
    'fulfil',
    'do that',
    'do this',
  ]
  const polite = ["i'm sorry", 'i am sorry', 'sorry', 'unfortunately', 'i apologize', 'i apologise']
  const opens = [...polite, ...cannot].some((words) => start.startsWith(words))
  return opens && cannot.some((words) => start.includes(words)) && declined.some((words) => start.includes(words))
}

/** Reads an incomplete body as far as it goes. */
const cutBody = (text: string): unknown => {
  const body = looseJson(text, 0, 'keep')?.value
  return typeof firstChoice(body)?.message === 'object' ? body : undefined
}
