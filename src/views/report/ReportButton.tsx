import { useState } from 'react'
import * as words from '../../schemas/report.words'
import { Button } from '../ui/Button'
import ProblemReport from './ProblemReport'

const ReportButton = () => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{words.reportAProblem}</Button>
      <ProblemReport open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

export default ReportButton
