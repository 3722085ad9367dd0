import { useMemo, useRef, useState } from 'react'
import { everything, type Findings, findOn, nothingFound, type Search } from '../search'
import type { Run } from './useRun'

/** Searches only the new batch when the run grows. */
export const useFindings = (run: Run) => {
  const [search, setSearch] = useState<Search>(everything)
  const before = useRef({ search, timeline: run.timeline, findings: nothingFound })
  const positions = useMemo(() => {
    const { timeline } = run
    const isSame = before.current.search === search && before.current.timeline === timeline
    const findings: Findings = findOn(isSame ? before.current.findings : nothingFound, search, timeline)
    before.current = { search, timeline, findings }
    return findings.positions
  }, [run, search])
  return { search, setSearch, positions }
}
