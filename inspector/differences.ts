import diff from 'microdiff'
import type { RecordedSnapshot } from '../src/recording/recording'
import type { Timeline } from '../src/recording/replay'

export interface Difference {
  /** `context.rows.3.text`. */
  path: string
  kind: 'added' | 'removed' | 'changed'
  /** As JSON; undefined if there is none. */
  before: string | undefined
  after: string | undefined
}

const kinds = { CREATE: 'added', REMOVE: 'removed', CHANGE: 'changed' } as const

export const differences = (before: RecordedSnapshot, after: RecordedSnapshot): Difference[] =>
  diff(before, after).map((each) => ({
    path: each.path.join('.'),
    kind: kinds[each.type],
    before: 'oldValue' in each ? JSON.stringify(each.oldValue) : undefined,
    after: 'value' in each ? JSON.stringify(each.value) : undefined,
  }))

export const snapshotBefore = (timeline: Timeline, actor: string, count: number): RecordedSnapshot | undefined => {
  let isLatest = true
  for (let index = Math.min(count, timeline.entries.length) - 1; index >= 0; index -= 1) {
    const entry = timeline.entries[index]
    if (entry?.kind !== 'snapshot' || entry.actor !== actor) continue
    if (!isLatest) return entry.snapshot
    isLatest = false
  }
  return undefined
}
