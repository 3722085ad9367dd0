import type { TaskSummary } from '../../schemas/tasks'
import { ClockTime } from '../ui/ClockTime'
import { withLocalTimes } from '../ui/localTimes'

/** What is wrong with a task as a whole; where a paused app keeps it, also when that is asked again. */
export const TaskProblem = ({ task: { error, paused } }: { task: Pick<TaskSummary, 'error' | 'paused'> }) =>
  error ? (
    <>
      {withLocalTimes(error)}
      {paused?.by === 'app' ? (
        <>
          {' '}
          It is tried again at <ClockTime value={paused.until} />.
        </>
      ) : null}
    </>
  ) : null
