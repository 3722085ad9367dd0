import { useSelector } from '@xstate/react'
import { taskSpending } from '../../actors/money'
import { writingText } from '../models'
import { totalText } from '../money'
import { useScreenActor } from '../screenActor'

/** What sending the task cost, and writing its replies; nothing where the provider does not say. */
const TaskCost = ({ taskId }: { taskId: string }) => {
  const total = useScreenActor(taskSpending, { params: { taskId } })
  const data = useSelector(total, ({ context }) => context.data)
  if (!data) return null
  return (
    <p className="mt-1.5 text-xs text-ink-2">
      Sending it cost {totalText(data)}. {writingText(data.models)}
    </p>
  )
}

export default TaskCost
