import { type Message, repliesSchema } from './prompt/prompt'
import type { Refusal } from './refusals'
import type { Thinking } from './thinking'

/** Formats of a request for JSON, the strictest first. With `text`, only the instructions ask for JSON. */
export const formats = ['json_schema', 'json_object', 'text'] as const
export type Format = (typeof formats)[number]

export const responseFormat = {
  json_schema: {
    response_format: { type: 'json_schema', json_schema: { name: 'replies', strict: true, schema: repliesSchema } },
  },
  json_object: { response_format: { type: 'json_object' } },
  text: {},
} as const satisfies Record<Format, object>

const namesFormat =
  /response_?format|response format|json[_ ](?:schema|object|mode)|structured[_ ]outputs?|grammar|schema|failed to generate json|json_validate_failed|requested parameters|request contains an invalid argument/i

/**
 * Whether a provider refused the format. Gemini's "Request contains an invalid argument" is its answer to schemas that
 * it does not support.
 */
export const refusesFormat = ({ realStatus, words = '', code }: Refusal & { realStatus: number }): boolean =>
  [400, 404, 422, 500, 501].includes(realStatus) && (namesFormat.test(words) || namesFormat.test(code))

const namesRoles = /\broles?\b|system (?:message|prompt|instruction)|alternat/i

/**
 * Whether a provider may have refused the roles of the messages. Any 400 that mentions messages justifies one more
 * request in the other form, because a refusal is free.
 */
export const refusesRoles = ({ realStatus, said, code }: Refusal & { realStatus: number; said: string }): boolean => {
  const isNamed = namesRoles.test(said) || namesRoles.test(code)
  if ([400, 422].includes(realStatus)) return isNamed || /\bsystem\b|\bmessages?\b|template/i.test(said)
  return [404, 500, 501].includes(realStatus) && isNamed
}

/**
 * Merges the system message into the first user message, so that users and assistants alternate: every chat template
 * supports that.
 */
export const withoutSystem = (messages: readonly Message[]): Message[] => {
  const folded: Message[] = []
  for (const { role, content } of messages) {
    const turn = role === 'assistant' ? 'assistant' : 'user'
    const last = folded.at(-1)
    if (last?.role === turn) last.content += `\n\n${content}`
    else folded.push({ role: turn, content })
  }
  return folded
}

const mostRemembered = 1_000

/**
 * Remembers how to ask each model, until the next start: one format lower after each refused or ignored format, weaker
 * thinking fields after each refusal of such a field, and no system message if only that worked.
 */
export const createLadder = () => {
  const steps = new Map<string, number>()
  const folded = new Set<string>()
  const thinkingSteps = new Map<string, number>()
  return {
    /** The number of thinking fields that a model refused. */
    thinkingStep: (thinking: Thinking, model: string): number => thinkingSteps.get(`${thinking} ${model}`) ?? 0,
    keepThinkingStep(thinking: Thinking, model: string, step: number) {
      if (thinkingSteps.size >= mostRemembered) thinkingSteps.clear()
      const key = `${thinking} ${model}`
      thinkingSteps.set(key, Math.max(step, thinkingSteps.get(key) ?? 0))
    },
    formatFor: (model: string): Format => formats[steps.get(model) ?? 0] ?? 'text',
    isFolded: (model: string): boolean => folded.has(model),
    fold(model: string) {
      if (folded.size >= mostRemembered) folded.clear()
      folded.add(model)
    },
    /** @returns false if `from` was the last format. Parallel calls with the same `from` take only one step. */
    stepDown: (model: string, from: Format): boolean => {
      const next = formats.indexOf(from) + 1
      if (next >= formats.length) return false
      if (steps.size >= mostRemembered) steps.clear()
      steps.set(model, Math.max(next, steps.get(model) ?? 0))
      return true
    },
  }
}
export type Ladder = ReturnType<typeof createLadder>
