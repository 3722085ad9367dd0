import { useSelector } from '@xstate/react'
import { RotateCw } from 'lucide-react'
import type { TaskWatchRef } from '../../machines/history/taskWatch'
import * as words from '../../schemas/history/history.words'
import { retriesOf } from '../../schemas/history/taskOutcome'
import type { TaskItem } from '../../schemas/history/tasks'
import { Button } from '../ui'

export const RetryButtons = ({ items, watch }: { items: TaskItem[]; watch: TaskWatchRef }) => {
  const canRetry = useSelector(watch, (snapshot) => snapshot.can({ type: 'task.retry', only: 'failed' }))
  const retrying = useSelector(watch, ({ context }) => context.retrying)
  return (
    <>
      {retriesOf(items).map(({ only, count }) => (
        <Button
          key={only}
          tone="quiet"
          size="sm"
          icon={RotateCw}
          busy={retrying === only}
          disabled={!canRetry}
          onClick={() => watch.send({ type: 'task.retry', only })}
        >
          {words.retry(count, only)}
        </Button>
      ))}
    </>
  )
}
