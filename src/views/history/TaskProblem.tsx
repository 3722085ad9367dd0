import * as words from '../../schemas/history.words'
import type { TaskSummary } from '../../schemas/tasks'
import { ClockTime } from '../ui/ClockTime'
import { withLocalTimes } from '../ui/localTimes'

interface TaskProblemProps {
  error: string
  paused: TaskSummary['paused']
}

export const TaskProblem = ({ error, paused }: TaskProblemProps) => (
  <>
    {withLocalTimes(error)}
    {paused?.by === 'app' ? (
      <>
        {' '}
        {words.willRetryAt} <ClockTime value={paused.until} />.
      </>
    ) : null}
  </>
)
