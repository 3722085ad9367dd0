import { useSelector } from '@xstate/react'
import { taskSpending } from '../../machines/usage/usage.actors'
import { writingText } from '../characters/models'
import { useScreenActor } from '../shell/screenActor'
import { totalText } from '../usage/money'

/** What sending the task cost, and writing its replies; nothing where the provider does not say. */
const TaskCost = ({ taskId }: { taskId: string }) => {
  const total = useScreenActor(taskSpending, { params: { taskId } })
  const data = useSelector(total, ({ context }) => context.data)
  const isLoading = useSelector(total, (snapshot) => snapshot.matches('loading'))
  if (!data) return isLoading ? <p className="mt-1.5 min-h-4.5 max-sm:min-h-13.5" /> : null
  return (
    <p className="mt-1.5 text-xs text-ink-2">
      Sending it cost {totalText(data)}. {writingText(data.models)}
    </p>
  )
}

export default TaskCost
