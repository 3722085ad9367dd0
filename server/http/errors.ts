import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { whyUnavailable } from '../db/unavailable'
import { HttpProblem } from '../problems'
import * as words from './words'

/** Messages that help a person, in place of the framework's. */
const details: Record<string, string> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: words.sendJson,
  FST_ERR_CTP_INVALID_JSON_BODY: words.badJson,
  FST_ERR_BAD_URL: words.badAddress,
}

/** Answers every refusal as `{ detail }`. Faults of the server are logged and answered without their cause. */
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
    return reply.code(statusCode).send({ detail: detail ?? words.badRequest })
  }
  request.log.error({ err: error }, 'http: request failed')
  const unavailable = whyUnavailable(error)
  if (unavailable !== undefined) return reply.code(503).send({ detail: unavailable })
  return reply.code(500).send({ detail: words.serverFault })
}

const mebibyte = 1024 * 1024

const tooLarge = ({ routeOptions: { bodyLimit } }: FastifyRequest): string =>
  bodyLimit < mebibyte ? words.tooLargeKb(bodyLimit / 1024) : words.tooLargeMb(bodyLimit / mebibyte)

export const answerNotFound = (reply: FastifyReply): FastifyReply =>
  reply.code(404).send({ detail: words.routeNotFound })

/** @returns `/example_conversations/0` as `example_conversations.0: `, and '' for the whole body. */
const fieldOf = (instancePath: string): string => {
  const field = instancePath.slice(1).replaceAll('/', '.')
  return field ? `${field}: ` : ''
}
