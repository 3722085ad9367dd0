import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import type { CallName } from '../../src/schemas/contract'
import { HttpProblem } from '../problems'
import { isLoopBusy } from '../security/load'
import { signedIn } from './authenticate'
import { outward, outwardTurnSizes, readOnce, turnSizes } from './callLimits'
import { type CallKind, createCallTurns, type EndTurn } from './callTurns'
import * as words from './words'

declare module 'fastify' {
  interface FastifyRequest {
    endTurn: EndTurn | undefined
  }
}

/** Turns of the operators' calls, taken before a body is read and ended once the answer is known. */
export const createHttpTurns = (app: FastifyInstance) => {
  app.decorateRequest('endTurn', undefined)
  const take = createCallTurns(turnSizes, isLoopBusy)
  const takeOutward = createCallTurns(outwardTurnSizes)

  const waitFor =
    (name: CallName): onRequestAsyncHookHandler =>
    async (request, { raw }) => {
      if (raw.destroyed) throw new HttpProblem(499, words.callerLeft)
      const turn = take(signedIn(request).ownerId, kindOf(request), readOnce.has(name) ? answerOf(request) : undefined)
      /** Whatever becomes of it: refused for its body, or left by its caller. */
      const end = () =>
        turn.then(
          (endTurn) => endTurn(),
          () => undefined,
        )
      raw.once('close', end)
      request.endTurn = await turn
    }

  return {
    waitFor,
    /** Runs the work in the turn that was waited for; what waits for X or the model provider, in a turn among its like. */
    async run<T>(request: FastifyRequest, name: CallName, work: () => Promise<T>): Promise<T> {
      const end = request.endTurn ?? (() => undefined)
      if (!outward.has(name)) return work().finally(end)
      end()
      const endOutward = await takeOutward(signedIn(request).ownerId, kindOf(request))
      return work().finally(endOutward)
    },
  }
}

/** Alike for requests of one operator that have the same answer. */
const answerOf = (request: FastifyRequest): string => {
  const { accounts, roles, tasks, audit } = signedIn(request).revisions
  return `${accounts} ${roles} ${tasks} ${audit} ${request.url}`
}

const kindOf = ({ method }: FastifyRequest): CallKind => (method === 'GET' ? 'read' : 'write')
