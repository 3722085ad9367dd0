import { systemCalls, type TrailEntry } from '../../schemas/system'
import type { ConsoleServices } from '../../services/services'
import { provided } from '../crud/provided.actors'
import { read, untilBack } from '../crud/requests.actors'
import type { AllActors } from '../crud/service'
import { type AuditLogPage, type AuditLogQuery, auditLogMachine } from './auditLog'

const pageSize = 100

/** If a search finds nothing on a page, at most this many pages are read at once. */
const mostPages = 10

interface Asked {
  query: Record<string, string>
  signal: AbortSignal
  onHeaders: (headers: Headers) => void
}

type List = (asked: Asked) => Promise<TrailEntry[]>

const trailOf = (listOf: (services: ConsoleServices) => List) =>
  provided((services) => {
    const list = listOf(services)
    return auditLogMachine.provide({
      actors: {
        load: read<AuditLogPage, AuditLogQuery>(services, async ({ search, before }, signal) => {
          const pageBefore = async (last: number | undefined): Promise<AuditLogPage> => {
            let next: number | undefined
            const query = {
              limit: String(pageSize),
              ...(search === '' ? {} : { search }),
              ...(last === undefined ? {} : { before: String(last) }),
            }
            const onHeaders = (headers: Headers) => {
              next = Number(headers.get('x-next-before')) || undefined
            }
            const entries = await list({ query, signal, onHeaders })
            if (entries.length === pageSize) return { entries, hasMore: true }
            return { entries, hasMore: next !== undefined, next }
          }
          let page = await pageBefore(before)
          for (let pages = 1; pages < mostPages && page.entries.length === 0 && page.hasMore; pages += 1) {
            page = await pageBefore(page.next)
          }
          return page
        }),
        untilBack: untilBack(services),
      } satisfies AllActors<typeof auditLogMachine>,
    })
  })

export const auditLog = trailOf((services) => services.client(systemCalls).listAudit)

/** Sign-ins and changes of operators, for administrators. */
export const accessLog = trailOf((services) => services.client(systemCalls).listAccess)
