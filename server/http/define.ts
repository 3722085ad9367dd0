import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { z } from 'zod'
import { problem } from '../../src/schemas/base'
import { type Call, type CallName, type Contract, contract } from '../../src/schemas/contract'
import { type AuditedCall, duringCall } from '../db/trail/auditedCall'
import type { NoteRefused } from '../db/trail/auditRefused'
import type { AppDeps } from '../deps'
import { HttpProblem } from '../problems'
import { minuteMs } from '../time/clock'
import { triedFrom } from './attempts'
import { authenticate, noteTokenUse, signedIn } from './authenticate'
import { largestBody, rateOf } from './callLimits'
import { type Admission, callRows } from './calls'
import { answerError } from './errors'
import { createHttpQueues } from './httpQueues'
import { PreparedAnswer } from './preparedAnswer'
import { createOmission } from './readFields'
import { assertKnownKeys, assertStorable } from './storableText'
import { throttle } from './throttle'
import * as words from './words'

export const apiBase = '/api/v1'

type Schema = z.core.$ZodType
type Parsed<C, Part extends string> = C extends Record<Part, infer S extends Schema> ? z.output<S> : undefined

/** Every part is parsed by the contract's schema. */
export interface HandlerInput<N extends CallName> {
  params: Parsed<Contract[N], 'params'>
  query: Parsed<Contract[N], 'query'>
  body: Parsed<Contract[N], 'body'>
  /** The id of the signed-in operator. */
  ownerId: Contract[N]['auth'] extends true ? number : undefined
  request: FastifyRequest
  /** Only for headers: the handler returns the answer. */
  reply: FastifyReply
}

/** @returns the contract's answer, or a prepared answer. Status 204 sends no body. */
export type Handler<N extends CallName> = (
  asked: HandlerInput<N>,
) => Promise<z.input<Contract[N]['answer']> | PreparedAnswer>

export interface Guards {
  /** Runs before the body is read. */
  before?: onRequestAsyncHookHandler
  /** Bytes of the largest body; `largestBody` by default. */
  bodyLimit?: number
}

export interface Routes {
  /** Answers the contract's call `name` with the handler's result or the problem that it throws. */
  on<N extends CallName>(name: N, handler: Handler<N>, guards?: Guards): void
}

/**
 * Creates routes below `/api/v1` from the contract.
 *
 * @param noteRefused receives refused calls that need a session or an API token.
 */
export const createRoutes = (app: FastifyInstance, deps: AppDeps, noteRefused: NoteRefused): Routes => {
  const admit = authenticate(deps)
  const queues = createHttpQueues(app)
  const rateGuards = (name: CallName) => {
    const max = deps.callsPerMinute ? deps.callsPerMinute[name] : rateOf(name)
    if (max === undefined) return []
    const detail = words.tooOften
    return [throttle(app, { max, window: minuteMs, keyOf: (request) => String(signedIn(request).ownerId), detail })]
  }
  /** A refusal is answered even if the database cannot record it. */
  const answerRefused = (name: CallName) => async (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    if (error instanceof HttpProblem && (error.statusCode === 401 || error.statusCode === 403)) {
      const ownerId = request.caller?.ownerId ?? null
      const attempt = { ...triedFrom(request), ownerId, action: 'access.refused', detail: `${name}: ${error.detail}` }
      await duringCall(auditedCallOf(request), () => noteRefused(attempt)).catch((err: unknown) =>
        request.log.error({ err }, 'audit: a refused call could not be recorded'),
      )
    }
    return answerError(error, request, reply)
  }

  const on: Routes['on'] = (name, handler, { before, bodyLimit = largestBody(name) } = {}) => {
    const call: Call = contract[name]
    const omitReadOnly = createOmission(call)
    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      const ownerId = call.auth ? signedIn(request).ownerId : undefined
      if (call.auth && call.method !== 'GET') await noteTokenUse(deps.db, request, name)
      // Fastify has replaced these values by the schemas' output.
      const { params, query, body } = request
      const work = () => handler({ params, query, body, ownerId, request, reply } as HandlerInput<typeof name>)
      const answered = await (ownerId === undefined ? work() : queues.run(request, name, work))
      if (answered instanceof PreparedAnswer) return answered.send(request, reply)
      return reply.code(call.status).send(call.status === 204 ? undefined : answered)
    }
    app.route({
      method: call.method,
      url: apiBase + call.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      schema: routeSchema(name, call),
      onRequest: [
        ...(call.auth
          ? [admit(callRows[name].admits, callRows[name].beforeEnrolment), queues.waitFor(name), ...rateGuards(name)]
          : []),
        ...(before ? [before] : []),
      ],
      bodyLimit,
      ...(call.auth ? { errorHandler: answerRefused(name) } : {}),
      preValidation: ({ params, query, body }, _reply, done) => {
        omitReadOnly(body)
        assertKnownKeys(call.body, body)
        for (const part of [params, query, body]) assertStorable(part)
        done()
      },
      handler: (request, reply) => duringCall(auditedCallOf(request), () => answer(request, reply)),
    })
  }
  return { on }
}

/** An API token has no session. */
const auditedCallOf = ({ ip, caller }: FastifyRequest): AuditedCall => ({
  address: ip,
  session: caller?.sessionId || undefined,
})

const nothing = z.null().meta({ description: 'Done.' })
const refused = z.object(problem.shape).meta({ description: 'Refused; the detail contains the reason.' })
const failed = z.object(problem.shape).meta({ description: 'Failed on the server, at X or at the model provider.' })

const textsOf = (name: CallName) => {
  const { summary, tag } = callRows[name]
  return { summary, description: `${summary}.`, tags: [tag] }
}

const tokensOf: Record<Admission, Record<string, string[]>[]> = {
  read: [{ readToken: [] }, { draftToken: [] }],
  draft: [{ draftToken: [] }],
  person: [],
}

const routeSchema = (name: CallName, call: Call) => ({
  operationId: name,
  ...textsOf(name),
  ...(call.params ? { params: call.params } : {}),
  ...(call.query ? { querystring: call.query } : {}),
  ...(call.body ? { body: call.body } : {}),
  security: call.auth ? [{ session: [] }, ...tokensOf[callRows[name].admits]] : [],
  response: {
    [call.status]: call.status === 204 ? nothing : call.answer,
    '4XX': refused,
    '5XX': failed,
  },
})
