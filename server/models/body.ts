import { type Fields, fieldsOf, strictJson } from './json'

/** Parses JSON, or joins the events of providers that stream although no request asks for a stream. */
export const bodyIn = (text: string): unknown => strictJson(text) ?? joinedEvents(text)

export const firstChoice = (body: unknown): Fields | undefined => {
  const choices = fieldsOf(body)?.choices
  return Array.isArray(choices) ? fieldsOf(choices[0]) : undefined
}

const joinedEvents = (text: string): unknown => {
  const events = eventsIn(text)
  if (events.length === 0) return undefined
  const choices = events.flatMap((event): Fields[] => {
    const choice = firstChoice(event) ?? (fieldsOf(event.message) && event)
    return choice ? [choice] : []
  })
  const deltas = choices.map((choice) => choice.delta ?? choice.message ?? { content: choice.text })
  const last = (name: string) => [...events, ...choices].map((each) => each[name]).findLast((each) => each != null)
  const error = last('error')
  const choice = { message: deltas.reduce<unknown>(joined, {}), finish_reason: last('finish_reason') ?? null }
  return { ...(choices.length > 0 ? { choices: [choice] } : {}), usage: last('usage'), ...(error ? { error } : {}) }
}

/** An object below the line `event: error` is an error, whatever it contains. */
const eventsIn = (text: string): Fields[] => {
  // A single line that is no JSON was parsed already. Megabytes of it block other operators.
  if (!text.includes('\n') && !text.startsWith('data:')) return []
  let isError = false
  return text.split('\n').flatMap((line) => {
    if (line.trim() === '' || line.startsWith('event:')) isError = /error/i.test(line)
    const event = fieldsOf(strictJson(line.replace(/^data:/, '')))
    if (event === undefined) return []
    return [isError && event.error === undefined ? { error: event } : event]
  })
}

/** Fields that are complete in each event and must not be joined. */
const whole = ['role', 'id', 'type', 'name', 'index']

/** Joins texts and lists by appending, and tool calls by their index. */
const joined = (sum: unknown, part: unknown): unknown => {
  if (sum == null || part == null) return part ?? sum
  if (typeof sum === 'string' && typeof part === 'string') return sum + part
  if (Array.isArray(part) || Array.isArray(sum)) return joinedLists(asList(sum), asList(part))
  const [fields, more] = [fieldsOf(sum), fieldsOf(part)]
  if (fields === undefined || more === undefined) return part
  const names = Object.keys(more)
  return { ...fields, ...Object.fromEntries(names.map((name) => [name, joinedField(name, fields[name], more[name])])) }
}

const joinedField = (name: string, sum: unknown, part: unknown): unknown =>
  whole.includes(name) ? (part ?? sum) : joined(sum, part)

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value])

const joinedLists = (sum: readonly unknown[], parts: readonly unknown[]): unknown[] => {
  const list = [...sum]
  for (const part of parts) {
    const index = fieldsOf(part)?.index
    const at = index === undefined ? -1 : list.findIndex((each) => fieldsOf(each)?.index === index)
    if (at < 0) list.push(part)
    else list[at] = joined(list[at], part)
  }
  return list
}
