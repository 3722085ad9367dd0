import type { FastifyInstance } from 'fastify'
import { taskStreamPath } from '../../../src/schemas/history/taskStream'
import type { AppDeps } from '../../deps'
import { authenticate, signedIn } from '../../http/authenticate'
import { apiBase } from '../../http/define'
import { createTaskStreams } from '../../http/taskStreams'

/** Not part of the contract, because its answer does not end. The bearer token is in the header as for every call. */
export const register = (app: FastifyInstance, deps: AppDeps): void => {
  const streams = createTaskStreams(deps, deps.taskStreamTimes)
  app.addHook('preClose', async () => streams.stop())

  app.get(
    apiBase + taskStreamPath,
    { schema: { hide: true }, onRequest: authenticate(deps)('person') },
    async (request, reply) => {
      const caller = signedIn(request)
      const events = streams.open(caller, caller.revisions.tasks)
      // Without this header nginx keeps events until they fill a buffer.
      return reply.type('text/event-stream').header('x-accel-buffering', 'no').send(events)
    },
  )
}
