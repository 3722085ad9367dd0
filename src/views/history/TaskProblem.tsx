import * as words from '../../schemas/history/history.words'
import type { TaskSummary } from '../../schemas/history/tasks'
import { withLocalTimes } from '../ui/localTimes'
import { Time } from '../ui/Time'

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
        {words.willRetryAt} <Time value={paused.until} />.
      </>
    ) : null}
  </>
)
