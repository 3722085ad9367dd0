import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { whyUnavailable } from '../db/unavailable'
import { HttpProblem } from '../problems'

/** What a person can do something with, in place of the framework's own words. */
const details: Record<string, string> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'Send JSON, with content-type application/json',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The request is not valid JSON',
  FST_ERR_BAD_URL: 'The address is not a valid URL',
}

/** Every refusal is `{ detail }`; what is not the caller's fault is logged and answered without its cause. */
export const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  if (error instanceof HttpProblem) {
    return reply.code(error.statusCode).headers(error.headers).send({ detail: error.detail })
  }
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields = error.validation.map(({ instancePath, message }) => `${fieldOf(instancePath)}${message}`)
    return reply.code(422).send({ detail: fields.join('; ') })
  }
  const { statusCode = 500, code = '' } = error as Partial<FastifyError>
  if (statusCode >= 400 && statusCode < 500) {
    const detail = code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? tooLarge(request) : details[code]
    return reply.code(statusCode).send({ detail: detail ?? 'The request is not valid' })
  }
  request.log.error({ err: error }, 'request failed')
  const unavailable = whyUnavailable(error)
  if (unavailable !== undefined) return reply.code(503).send({ detail: unavailable })
  return reply.code(500).send({ detail: 'Something went wrong on the server' })
}

const mebibyte = 1024 * 1024

const tooLarge = ({ routeOptions: { bodyLimit } }: FastifyRequest): string =>
  bodyLimit < mebibyte
    ? `The request is larger than ${bodyLimit / 1024} KB`
    : `The request is larger than ${bodyLimit / mebibyte} MiB`

export const answerNotFound = (reply: FastifyReply): FastifyReply => reply.code(404).send({ detail: 'Not found' })

/** `/example_conversations/0` to `example_conversations.0: `; nothing for the whole. */
const fieldOf = (instancePath: string): string => {
  const field = instancePath.slice(1).replaceAll('/', '.')
  return field ? `${field}: ` : ''
}
