import { useState } from 'react'
import { reportAProblem } from '../../schemas/shell.words'
import { Button } from '../ui/Button'
import ProblemReport from './ProblemReport'

const ReportButton = () => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{reportAProblem}</Button>
      <ProblemReport open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

export default ReportButton
