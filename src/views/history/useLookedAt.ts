import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { isAtRest } from '../../schemas/history/taskOutcome'
import type { Task } from '../../schemas/history/tasks'
import { useTaskFollow } from '../shell/logicContext'

/** Dismisses the outcome that the operator sees here. Later outcomes are announced as on every screen. */
export const useLookedAt = (task: Task): void => {
  const follow = useTaskFollow()
  const [opened] = useState(task)
  const hasEnded = useSelector(follow, ({ context }) => context.ended.includes(task.id))
  const isSeen = hasEnded && isAtRest(opened) && task.updated_at === opened.updated_at
  useEffect(() => {
    if (isSeen) follow.send({ type: 'outcome.dismiss', task_id: task.id })
  }, [isSeen, follow, task.id])
}
