import OpenAI, { APIConnectionError, APIError } from 'openai'
import { z } from 'zod'
import { cleanText } from '../cleanText'
import { buildMessages, repliesSchema } from './prompt'
import { distinctTexts } from './texts'
import { type GenerateRequest, type ModelClient, ModelError } from './types'

export interface ModelClientOptions {
  /** With its version, as in `https://api.openai.com/v1`. */
  baseUrl: string
  /** Absent where the provider asks for none. */
  apiKey: string | undefined
  /** Deadline on each request, reading the answer included. */
  timeoutMs: number
}

/** A model provider that speaks OpenAI's chat completions. Never retries: a generation costs money. */
export const createModelClient = ({ baseUrl, apiKey, timeoutMs }: ModelClientOptions): ModelClient => {
  const openai = new OpenAI({
    baseURL: baseUrl,
    apiKey: apiKey ?? 'none',
    organization: null,
    project: null,
    timeout: timeoutMs,
    maxRetries: 0,
    logLevel: 'off',
    fetchOptions: { redirect: 'error' },
  })

  /** openai's own timeout ends with the headers; this one covers the body too. */
  const withDeadline = async <T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      return await call(signal)
    } catch (error) {
      throw toModelError(error, signal.aborted, timeoutMs, apiKey)
    }
  }

  const ask = async (request: GenerateRequest, missing: number, present: readonly string[]): Promise<string[]> => {
    const answer = await withDeadline((signal) =>
      openai.chat.completions.create(
        {
          model: request.role.model_name,
          messages: buildMessages(request, missing, present),
          response_format: {
            type: 'json_schema',
            json_schema: { name: 'replies', strict: true, schema: repliesSchema },
          },
        },
        { signal },
      ),
    )
    return readReplies(answer, apiKey)
  }

  return {
    listModels: async () => {
      const answer = await withDeadline((signal) => openai.models.list({ signal }))
      const listed = modelList.safeParse(answer.data)
      if (!listed.success) throw new ModelError('The model provider answered something that is not a list of models')
      return listed.data.map(({ id }) => ({ id }))
    },

    generateReplies: async (request) => {
      const { count, present = [] } = request
      const written = await ask(request, count, present)
      const first = distinctTexts(written, present)
      if (first.length >= count) return first.slice(0, count)
      written.push(...(await ask(request, count - first.length, [...present, ...first])))
      const replies = distinctTexts([...distinctTexts(written, present), ...written])
      if (replies.length >= count) return replies.slice(0, count)
      throw new ModelError(`The model provider wrote only ${replies.length} different replies of ${count}`)
    },
  }
}

const modelList = z.array(z.looseObject({ id: z.string().min(1) }))

const completion = z.looseObject({
  choices: z
    .array(
      z.looseObject({
        finish_reason: z.string().nullish(),
        message: z.looseObject({ content: z.string().nullish(), refusal: z.string().nullish() }),
      }),
    )
    .min(1),
})

const replyList = z.looseObject({ replies: z.array(z.string()) })

const readReplies = (answer: unknown, apiKey: string | undefined): string[] => {
  const parsed = completion.safeParse(answer)
  const choice = parsed.success ? parsed.data.choices[0] : undefined
  if (choice === undefined) throw new ModelError('The model provider answered something that is not a completion')
  const { finish_reason, message } = choice
  if (message.refusal) throw new ModelError(`The model provider refused: ${words(message.refusal, apiKey)}`)
  if (finish_reason === 'content_filter') {
    throw new ModelError('The model provider refused: its content filter stopped the answer')
  }
  if (finish_reason === 'length') {
    throw new ModelError("The model provider's answer was cut off at its length limit; ask for fewer replies")
  }
  const listed = replyList.safeParse(jsonOf(message.content ?? ''))
  if (!listed.success) throw new ModelError('The model provider answered something that is not a list of replies')
  return listed.data.replies.map(cleanText).filter((text) => text !== '')
}

/** Some compatible providers put the JSON into a Markdown fence. */
const jsonOf = (content: string): unknown => {
  try {
    return JSON.parse(content.trim().replace(/^```(?:json)?|```$/g, ''))
  } catch {
    return undefined
  }
}

const toModelError = (error: unknown, expired: boolean, timeoutMs: number, apiKey: string | undefined): ModelError => {
  if (expired || error instanceof OpenAI.APIConnectionTimeoutError) {
    return new ModelError(`The model provider did not answer within ${timeoutMs / 1000} s`)
  }
  if (error instanceof APIConnectionError) {
    return new ModelError(`The model provider could not be reached: ${words(rootOf(error), apiKey)}`)
  }
  if (error instanceof APIError && typeof error.status === 'number') {
    const said = errorBody.safeParse(error.error)
    const detail = said.success ? words(said.data.message, apiKey) : `HTTP status ${error.status}`
    const verb = error.status >= 500 ? 'failed' : 'refused'
    return new ModelError(`The model provider ${verb}: ${detail}`, error.status)
  }
  return new ModelError('The model provider answered something that is not a completion')
}

const errorBody = z.looseObject({ message: z.string().trim().min(1) })

const rootOf = (error: Error): string => {
  const { cause } = error
  if (cause instanceof AggregateError && cause.errors[0] instanceof Error) return cause.errors[0].message
  return cause instanceof Error ? rootOf(cause) : error.message
}

/** The provider's words without a key in them: a 401 repeats part of the key that it was given. */
const words = (text: string, apiKey: string | undefined): string => {
  const ours = apiKey === undefined ? text : text.replaceAll(apiKey, '[redacted]')
  return cleanText(ours.replace(/\bsk-[\w*.…-]{3,}/g, '[redacted]')).slice(0, 500)
}
