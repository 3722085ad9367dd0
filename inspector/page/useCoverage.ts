import { useMemo, useRef } from 'react'
import type { Chart } from '../../src/recording/recording'
import type { Timeline } from '../../src/recording/replay'
import { type Taken, takeOn } from '../coverage'
import type { Run } from './useRun'

interface Seen {
  timeline: Timeline
  taken: Taken
  charts: Map<string, string>
  count: number
}

const seenOf = (timeline: Timeline): Seen => ({ timeline, taken: new Map(), charts: new Map(), count: 0 })

/** Counts only the new batch when the run grows. */
export const useCoverage = (run: Run): ((chart: Chart | undefined) => ReadonlySet<string>) => {
  const seen = useRef(seenOf(run.timeline))
  return useMemo(() => {
    const { timeline } = run
    if (seen.current.timeline !== timeline) seen.current = seenOf(timeline)
    const { taken, charts, count } = seen.current
    takeOn(taken, charts, timeline.entries.slice(count))
    seen.current.count = timeline.entries.length
    return (chart) => taken.get(chart?.states[0]?.id ?? '') ?? new Set()
  }, [run])
}
