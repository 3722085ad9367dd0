import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import type { CallName } from '../../src/schemas/contract'
import { HttpProblem } from '../problems'
import { isLoopBusy } from '../security/load'
import { signedIn } from './authenticate'
import { outward, outwardQueueSizes, queueSizes, readOnce } from './callLimits'
import { type CallKind, createCallQueues, type EndCall } from './callQueues'
import * as words from './words'

declare module 'fastify' {
  interface FastifyRequest {
    endCall: EndCall | undefined
  }
}

/** A slow reader keeps the turn no longer than this after the answer is known. */
const longestSendingMs = 2000

/** Turns of the operators' calls, from before the body is read until the answer is sent. */
export const createHttpQueues = (app: FastifyInstance) => {
  app.decorateRequest('endCall', undefined)
  const take = createCallQueues(queueSizes, isLoopBusy)
  const takeOutward = createCallQueues(outwardQueueSizes)

  const waitFor =
    (name: CallName): onRequestAsyncHookHandler =>
    async (request, { raw }) => {
      if (raw.destroyed) throw new HttpProblem(499, words.callerLeft)
      const turn = take(signedIn(request).ownerId, kindOf(request), readOnce.has(name) ? answerOf(request) : undefined)
      /** Also ends the turn of a request that is refused for its body or left by its caller. */
      const end = () =>
        turn.then(
          (endCall) => endCall(),
          () => undefined,
        )
      raw.once('close', end)
      request.endCall = await turn
    }

  return {
    waitFor,
    /**
     * Runs the work in the request's turn. Work that waits for X or a model provider changes to the queue of such
     * calls.
     */
    async run<T>(request: FastifyRequest, name: CallName, work: () => Promise<T>): Promise<T> {
      const end = request.endCall ?? (() => undefined)
      if (!outward.has(name)) return work().finally(() => setTimeout(end, longestSendingMs).unref())
      end()
      const endOutward = await takeOutward(signedIn(request).ownerId, kindOf(request))
      return work().finally(endOutward)
    },
  }
}

/** Equal for requests of one operator with the same answer. */
const answerOf = (request: FastifyRequest): string => {
  const { accounts, roles, tasks, audit } = signedIn(request).revisions
  return `${accounts} ${roles} ${tasks} ${audit} ${request.url}`
}

const kindOf = ({ method }: FastifyRequest): CallKind => (method === 'GET' ? 'read' : 'write')
