import type { TaskSummary } from '../../schemas/tasks'
import { ClockTime } from '../ui/ClockTime'
import { withLocalTimes } from '../ui/localTimes'

interface TaskProblemProps {
  error: string
  paused: TaskSummary['paused']
}

/** What is wrong with a task as a whole; where a paused app keeps it, also when that is asked again. */
export const TaskProblem = ({ error, paused }: TaskProblemProps) => (
  <>
    {withLocalTimes(error)}
    {paused?.by === 'app' ? (
      <>
        {' '}
        It is tried again at <ClockTime value={paused.until} />.
      </>
    ) : null}
  </>
)
