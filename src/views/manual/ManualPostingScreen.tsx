import { useSelector } from '@xstate/react'
import { RotateCw } from 'lucide-react'
import { useSearchParams } from 'wouter'
import { useEffects } from '../../effects'
import { manualPosting } from '../../machines/manual/manual.actors'
import { postManually } from '../../schemas/history/history.words'
import * as words from '../../schemas/manual/manual.words'
import { BackToHistory } from '../history/BackToHistory'
import { useScreenActor } from '../shell/screenActor'
import { buttonClass, Card, EmptyState, FailedState, PageHeader, TableLoading } from '../ui'
import { useWarmUp } from '../ui/states/lazy'
import { pageHeading } from '../ui/tables/pageHeading'
import { useFocusHeir } from '../ui/useFocusHeir'
import { ManualReply } from './ManualReply'

const ManualPostingScreen = () => {
  const [query] = useSearchParams()
  const queue = useScreenActor(manualPosting, { item_id: query.get('item') ?? undefined })
  useEffects(queue)
  const item = useSelector(queue, ({ context }) => context.items[context.index])
  const isEmpty = useSelector(queue, (snapshot) => snapshot.matches('empty'))
  const isFailed = useSelector(queue, (snapshot) => snapshot.matches('failed'))
  const isWantedGone = useSelector(queue, ({ context }) => context.isWantedGone)
  const focus = useFocusHeir(pageHeading)
  useWarmUp(item !== undefined || isEmpty || isFailed)
  return (
    <div {...focus}>
      <PageHeader title={postManually} lead={words.lead} actions={<BackToHistory />} />
      {isWantedGone ? (
        <Card tone="sunken" role="status" className="mb-4 max-w-3xl text-sm">
          {words.wantedGone(item !== undefined)}
        </Card>
      ) : null}
      {isFailed ? (
        <FailedState onRetry={() => queue.send({ type: 'list.reload' })} />
      ) : isEmpty ? (
        <EmptyState
          actions={
            <button
              type="button"
              className={buttonClass({ size: 'sm' })}
              onClick={() => queue.send({ type: 'list.reload' })}
            >
              <RotateCw aria-hidden="true" className="size-4 shrink-0" />
              {words.lookAgain}
            </button>
          }
        >
          {words.empty}
        </EmptyState>
      ) : item ? (
        <ManualReply queue={queue} item={item} />
      ) : (
        <TableLoading />
      )}
    </div>
  )
}

export default ManualPostingScreen
