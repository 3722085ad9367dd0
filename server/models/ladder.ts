import { type Message, repliesSchema } from './prompt'
import type { Refusal } from './refusals'
import type { Thinking } from './thinking'

/** Ways to ask for JSON, the strictest first; with `text` the instructions alone ask for it. */
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
 * Whether a provider refused because of the form that was asked for. Gemini's "Request contains an invalid argument"
 * says no more than that, and comes for schemas that it does not like.
 */
export const refusesFormat = ({ realStatus, words = '', code }: Refusal & { realStatus: number }): boolean =>
  [400, 404, 422, 500, 501].includes(realStatus) && (namesFormat.test(words) || namesFormat.test(code))

const namesRoles = /\broles?\b|system (?:message|prompt|instruction)|alternat/i

/**
 * Whether a provider may have refused because of the roles of the messages. Any 400 that mentions messages is reason
 * enough to ask once in the other form: a refusal costs nothing.
 */
export const refusesRoles = ({ realStatus, said, code }: Refusal & { realStatus: number; said: string }): boolean => {
  const isNamed = namesRoles.test(said) || namesRoles.test(code)
  if ([400, 422].includes(realStatus)) return isNamed || /\bsystem\b|\bmessages?\b|template/i.test(said)
  return [404, 500, 501].includes(realStatus) && isNamed
}

/** Without a system message, and with users and assistants in turn, as each chat template allows. */
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
 * How each model is asked: one step down for each time that it refused or ignored the form, or refused to think less, and
 * without a system message once it answered only such a request; until the next start.
 */
export const createLadder = () => {
  const steps = new Map<string, number>()
  const folded = new Set<string>()
  const thinkingSteps = new Map<string, number>()
  return {
    /** How many of the ways to ask for this much thinking a model refused. */
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
    /** @returns false where `from` was the last one. Takes no second step for calls that ran beside one another. */
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
