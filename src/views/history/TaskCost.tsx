import { useSelector } from '@xstate/react'
import { taskSpending } from '../../machines/usage/usage.actors'
import * as words from '../../schemas/history/history.words'
import { writingText } from '../characters/models'
import { useScreenActor } from '../shell/screenActor'
import { totalText } from '../usage/money'

const TaskCost = ({ taskId }: { taskId: string }) => {
  const total = useScreenActor(taskSpending, { params: { taskId } })
  const data = useSelector(total, ({ context }) => context.data)
  const isLoading = useSelector(total, (snapshot) => snapshot.matches('loading'))
  if (!data) return isLoading ? <p className="mt-1.5 min-h-4.5 max-sm:min-h-13.5" /> : null
  return (
    <p className="mt-1.5 text-xs text-ink-2">
      {words.sendingCost(totalText(data))} {writingText(data.models)}
    </p>
  )
}

export default TaskCost
