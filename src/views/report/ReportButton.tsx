import { useState } from 'react'
import { Button } from '../ui/Button'
import ProblemReport from './ProblemReport'

/** For a screen that broke: the way to its report, of which nothing else may be left on the page. */
const ReportButton = () => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Report a problem</Button>
      <ProblemReport open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

export default ReportButton
