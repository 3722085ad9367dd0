import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import { hourMs } from '../clock'
import { audit, nobodysChain } from './audit'
import type { Database } from './schema'
import * as words from './words'

/** Lines in the audit trail about refused attempts that one hour may bring; all of them are in the log. */
export interface RefusedSizes {
  perCaller: number
  perChain: number
}

export const refusedSizes: RefusedSizes = { perCaller: 10, perChain: 200 }

export interface RefusedAttempt {
  /** In whose chain it stands; null where nobody is known. */
  ownerId: number | null
  /** The network address. */
  caller: string
  action: string
  subject: string
  detail?: string | undefined
}

export type NoteRefused = (attempt: RefusedAttempt) => Promise<void>

const mostCallers = 10_000

/**
 * Leaves a line in the audit trail about an attempt that was refused, so that nobody fills the trail by being refused:
 * of one caller and of one chain only so many an hour, the last of which says so. Counted by this process.
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
    const parts = [...(detail === undefined ? [] : [detail]), ...(isLast ? [onlyInLog] : [])]
    await audit(db, ownerId, action, subject, parts.length > 0 ? parts.join('; ') : null)
  }
}

export const onlyInLog = words.restInLog
