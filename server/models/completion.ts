import { bodyIn, firstChoice } from './body'
import { type Fields, fieldsOf, looseJson, strictJson } from './json'
import { heldInCall } from './lists'
import { type Reading, readReplies } from './readReplies'
import * as modelsWords from './words'

export interface Usage {
  prompt: number
  completion: number
}

/** What one completion brought. */
export interface Completion extends Reading {
  /**
   * Why it brought less than it could have: `refused` by the model or a filter, `cut` at its length limit or in
   * transit, `empty`, or `unreadable` for words that hold no reply.
   */
  ending: 'whole' | 'refused' | 'cut' | 'empty' | 'unreadable'
  /** What the provider or the model said of it, in words that follow "The model provider". */
  said: string
  /** Tokens, where the provider counts them. */
  usage?: Usage
}

/**
 * Reads the answer of a chat completion. Takes the differences between providers: content as text, as a list of parts
 * or as a call's arguments, reasoning beside it, any name for the end, an answer in events although none were asked for.
 *
 * @param isCut the body itself ends too early: what is whole in it still counts.
 * @returns undefined for what is not a completion.
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

/** Text, or the text parts of a list; what a model thought stands in parts of another type. */
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
  /** Whether the model ended by itself. */
  isOver: boolean
}

/** The replies of a message: of its text, of a call by which some servers keep to a schema, or where neither is there of
 * reasoning that is nothing but the list that was asked for. */
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

/** A call of another function than one for replies is no answer. */
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

/** Tokens of reasoning that the completion's do not hold: what the total has beyond both, or more than they are at all. */
const tokensApart = (usage: Fields | undefined, answered: number, rest: number): number => {
  const { reasoning_tokens: reasoning = usage?.reasoning_tokens } = fieldsOf(usage?.completion_tokens_details) ?? {}
  if (rest > 0) return typeof reasoning === 'number' ? Math.min(rest, reasoning) : rest
  return typeof reasoning === 'number' && reasoning > answered ? reasoning : 0
}

/** What is no number of tokens is not counted with: gateways fill in 0 where they do not know. */
const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= 100_000_000

/** A refusal in plain words, which no field names. */
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

/** What is there of a body that ends too early: its content as far as it goes. */
const cutBody = (text: string): unknown => {
  const body = looseJson(text, 0, 'keep')?.value
  return typeof firstChoice(body)?.message === 'object' ? body : undefined
}
