import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { AccountChecks } from '../accountChecks'
import type { AppDeps } from '../deps'
import { HttpProblem } from '../problems'
import { loadSample } from '../sample/load'
import { apiBase, type Routes } from './define'

const csvQuery = z.strictObject({ count: z.coerce.number().int().min(1).max(10_000).default(12) })

/** What exists only where X is the local stand-in. */
export const register = (routes: Routes, deps: AppDeps, app: FastifyInstance, checks: AccountChecks): void => {
  const { sandbox } = deps

  routes.on('loadSample', async ({ ownerId }) => {
    if (!sandbox) throw new HttpProblem(404, 'Not found')
    await loadSample(deps, sandbox.accounts, checks, ownerId)
    return {}
  })

  if (!sandbox) return
  app.get(
    `${apiBase}/sandbox/accounts.csv`,
    { schema: { hide: true, querystring: csvQuery } },
    async (request, reply) =>
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="sandbox-accounts.csv"')
        .send(sandbox.csv(csvQuery.parse(request.query).count)),
  )
}
