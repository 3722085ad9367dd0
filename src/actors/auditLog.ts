import { type AuditLogPage, type AuditLogQuery, auditLogMachine } from '../machines/auditLog'
import type { AllActors } from '../machines/service'
import { systemCalls, type TrailEntry } from '../schemas/system'
import type { ConsoleServices } from '../services/services'
import { provided } from './provided'
import { read, untilBack } from './requests'

const pageSize = 100

type List = (asked: { query: Record<string, string>; signal: AbortSignal }) => Promise<TrailEntry[]>

const trailOf = (listOf: (services: ConsoleServices) => List) =>
  provided((services) => {
    const list = listOf(services)
    return auditLogMachine.provide({
      actors: {
        load: read<AuditLogPage, AuditLogQuery>(services, async ({ search, before }, signal) => {
          const query = {
            limit: String(pageSize),
            ...(search === '' ? {} : { search }),
            ...(before === undefined ? {} : { before: String(before) }),
          }
          const entries = await list({ query, signal })
          return { entries, hasMore: entries.length === pageSize }
        }),
        untilBack: untilBack(services),
      } satisfies AllActors<typeof auditLogMachine>,
    })
  })

/** What this operator did. */
export const auditLog = trailOf((services) => services.client(systemCalls).listAudit)

/** Who came in, of everybody: for administrators. */
export const accessLog = trailOf((services) => services.client(systemCalls).listAccess)
