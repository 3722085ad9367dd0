import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { AppDeps } from '../../deps'
import { callerOf } from '../../http/attempts'
import { identifier } from '../../http/authenticate'
import { apiBase, type Routes } from '../../http/define'
import { throttle } from '../../http/throttle'
import * as words from '../../http/words'
import { HttpProblem } from '../../problems'
import { minuteMs } from '../../time/clock'
import type { AccountChecks } from '../accounts/checks'
import { loadSample } from './sample/load'

const csvQuery = z.strictObject({ count: z.coerce.number().int().min(1).max(10_000).default(12) })
/** The most rows without a token: the console's link, which a browser follows without one, requests twelve. */
const rowsForAnybody = 100
/** Building a file of thousands of rows blocks the event loop. */
const largeFilesPerMinute = 20

/** Calls that exist only with X's local stand-in. */
export const register = (routes: Routes, deps: AppDeps, app: FastifyInstance, checks: AccountChecks): void => {
  const { sandbox } = deps

  routes.on('loadSample', async ({ ownerId }) => {
    if (!sandbox) throw new HttpProblem(404, 'Not found')
    return loadSample(deps, sandbox.accounts, checks, ownerId)
  })

  if (!sandbox) return
  const identify = identifier(deps)
  const detail = words.tooOften
  const largeFiles = throttle(app, { max: largeFilesPerMinute, window: minuteMs, keyOf: callerOf, detail })
  app.get(
    `${apiBase}/sandbox/accounts.csv`,
    { schema: { hide: true, querystring: csvQuery } },
    async (request, reply) => {
      const { count } = csvQuery.parse(request.query)
      if (count > rowsForAnybody) {
        await identify(request)
        await largeFiles(request)
      }
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="sandbox-accounts.csv"')
        .send(sandbox.csv(count))
    },
  )
}
