import { Suspense } from 'react'
import { lazy } from './lazy'

/** Without its code there is no button, because the screen already shows an error. */
const ReportButton = lazy(() => import('../report/ReportButton').catch(() => ({ default: () => null })))

export const LazyReportButton = () => (
  <Suspense>
    <ReportButton />
  </Suspense>
)
