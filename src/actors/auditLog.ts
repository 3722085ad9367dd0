import { type AuditLogPage, type AuditLogQuery, auditLogMachine } from '../machines/auditLog'
import type { AllActors } from '../machines/service'
import { systemCalls } from '../schemas/system'
import { provided } from './provided'
import { read } from './requests'

const pageSize = 100

export const auditLog = provided((services) => {
  const { listAudit } = services.client(systemCalls)
  return auditLogMachine.provide({
    actors: {
      load: read<AuditLogPage, AuditLogQuery>(services, async ({ search, before }, signal) => {
        const query = {
          limit: String(pageSize),
          ...(search === '' ? {} : { search }),
          ...(before === undefined ? {} : { before: String(before) }),
        }
        const entries = await listAudit({ query, signal })
        return { entries, hasMore: entries.length === pageSize }
      }),
    } satisfies AllActors<typeof auditLogMachine>,
  })
})
