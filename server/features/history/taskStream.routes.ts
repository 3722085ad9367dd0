import type { FastifyInstance } from 'fastify'
import { taskStreamPath } from '../../../src/schemas/taskStream'
import type { AppDeps } from '../../deps'
import { authenticate, signedIn } from '../../http/authenticate'
import { apiBase } from '../../http/define'
import { createTaskStreams } from '../../http/taskStreams'

/** No call of the contract: it has no answer that ends. The bearer token comes in its header as with every call. */
export const register = (app: FastifyInstance, deps: AppDeps): void => {
  const streams = createTaskStreams(deps, deps.taskStreamTimes)
  app.addHook('preClose', async () => streams.stop())

  app.get(
    apiBase + taskStreamPath,
    { schema: { hide: true }, onRequest: authenticate(deps)('person') },
    async (request, reply) => {
      const caller = signedIn(request)
      const events = streams.open(caller, caller.revisions.tasks)
      // Without the last header nginx keeps events until they fill a buffer.
      return reply.type('text/event-stream').header('x-accel-buffering', 'no').send(events)
    },
  )
}
