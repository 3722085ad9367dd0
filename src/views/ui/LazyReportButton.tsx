import { Suspense } from 'react'
import { lazy } from './lazy'

/** Where its code does not come there is no button: the screen has enough to say. */
const ReportButton = lazy(() => import('../report/ReportButton').catch(() => ({ default: () => null })))

export const LazyReportButton = () => (
  <Suspense>
    <ReportButton />
  </Suspense>
)
