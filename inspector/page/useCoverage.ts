import { useMemo, useRef } from 'react'
import type { Chart } from '../../src/recording/recording'
import type { Timeline } from '../../src/recording/replay'
import { addCovered, type Covered } from '../coverage'
import type { Run } from './useRun'

interface Seen {
  timeline: Timeline
  covered: Covered
  charts: Map<string, string>
  count: number
}

const seenOf = (timeline: Timeline): Seen => ({ timeline, covered: new Map(), charts: new Map(), count: 0 })

/** Counts only the new batch when the run grows. */
export const useCoverage = (run: Run): ((chart: Chart | undefined) => ReadonlySet<string>) => {
  const seen = useRef(seenOf(run.timeline))
  return useMemo(() => {
    const { timeline } = run
    if (seen.current.timeline !== timeline) seen.current = seenOf(timeline)
    const { covered, charts, count } = seen.current
    addCovered(covered, charts, timeline.entries.slice(count))
    seen.current.count = timeline.entries.length
    return (chart) => covered.get(chart?.states[0]?.id ?? '') ?? new Set()
  }, [run])
}
