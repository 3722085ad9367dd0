import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import { hourMs } from '../../time/clock'
import type { Database } from '../schema'
import * as words from '../words'
import { audit, nobodysChain } from './audit'

/** The most lines about refused attempts that the audit trail accepts in an hour. The log has all of them. */
export interface RefusedSizes {
  perCaller: number
  perChain: number
}

export const refusedSizes: RefusedSizes = { perCaller: 10, perChain: 200 }

export interface RefusedAttempt {
  /** The owner of the chain; null when the operator is unknown. */
  ownerId: number | null
  caller: string
  action: string
  subject: string
  detail?: string | undefined
}

export type NoteRefused = (attempt: RefusedAttempt) => Promise<void>

const mostCallers = 10_000

/**
 * Adds a line about a refused attempt. Each caller and each chain has a limit per hour, so that refused attempts cannot
 * fill the trail; the last line before the limit points to the log. Every process counts separately.
 */
export const createRefusedNotes = (
  db: Kysely<Database>,
  sizes: RefusedSizes = refusedSizes,
  clock: { now(): number } = performance,
): NoteRefused => {
  const counts = new LRUCache<string, { lines: number }>({
    max: mostCallers,
    ttl: hourMs,
    ttlResolution: 0,
    perf: clock,
  })

  const countOf = (key: string) => {
    const known = counts.get(key) ?? { lines: 0 }
    if (!counts.has(key)) counts.set(key, known)
    return known
  }

  return async ({ ownerId, caller, action, subject, detail }) => {
    const ofChain = countOf(String(ownerId ?? nobodysChain))
    const ofCaller = countOf(`${ownerId ?? nobodysChain} ${caller}`)
    if (ofCaller.lines >= sizes.perCaller || ofChain.lines >= sizes.perChain) return
    ofCaller.lines += 1
    ofChain.lines += 1
    const isLast = ofCaller.lines === sizes.perCaller || ofChain.lines === sizes.perChain
    const parts = [...(detail === undefined ? [] : [detail]), ...(isLast ? [words.restInLog] : [])]
    await audit(db, ownerId, action, subject, parts.length > 0 ? parts.join('; ') : null)
  }
}
