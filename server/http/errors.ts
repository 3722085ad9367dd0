import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
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

/** Faults of the server are logged and answered without their cause. */
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

const refuseConnection = (error: Error & { code?: string }, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, detail] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', words.headersTooLarge]
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', words.tooSlow]
        : ['400 Bad Request', words.badHttp]
  const body = JSON.stringify({ detail })
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${body.length}\r\nx-content-type-options: nosniff\r\nconnection: close\r\n\r\n${body}`,
  )
}

/**
 * All refusals of every port of the server are `{ detail }`, even those of requests that Fastify does not see. Without
 * `requireHostHeader`, Node itself would answer a request without a Host.
 */
export const errorForm = {
  frameworkErrors: answerError,
  clientErrorHandler: refuseConnection,
  http: { requireHostHeader: false },
}

export const answerErrors = (app: FastifyInstance): void => {
  app.setErrorHandler(answerError)
  // Node answers an unknown expectation without a body.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
}
