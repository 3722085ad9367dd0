import { Suspense, useState } from 'react'
import { notGathered } from '../../../schemas/shell/report.words'
import { reportAProblem } from '../../../schemas/shell/shell.words'
import { Button } from '../Button'
import { lazy } from './lazy'

/** The screen may already show an error, so the button throws none if the code of the report does not load. */
const ProblemReport = lazy(() => import('../../report/ProblemReport').catch(() => ({ default: NotLoaded })))

const NotLoaded = (_: { open: boolean; onClose: () => void }) => <p role="status">{notGathered}</p>

export const LazyReportButton = () => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{reportAProblem}</Button>
      {isOpen ? (
        <Suspense>
          <ProblemReport open onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
