import type { ReactNode } from 'react'
import type { Problem } from '../../../machines/crud/failure'
import { withLocalTimes } from '../localTimes'

export const ProblemNote = ({ problem, children }: { problem: Problem; children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-danger-soft px-3.5 py-2.5 text-sm text-danger-ink forced-colors:border">
    {problem.reason ? <p className="min-w-0 flex-1 basis-48 wrap-anywhere">{withLocalTimes(problem.reason)}</p> : null}
    {children}
  </div>
)
