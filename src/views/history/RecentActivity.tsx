import { useSelector } from '@xstate/react'
import { activity } from '../../actors/history'
import { useScreenActor } from '../screenActor'
import { Button } from '../ui'
import { LazyPart } from '../ui/LazyPart'
import { lazy } from '../ui/lazy'

const ActivityLog = lazy(() => import('./ActivityLog'))

/** The audit trail, loaded when it is asked for. */
export const RecentActivity = () => {
  const disclosure = useScreenActor(activity)
  const isOpen = useSelector(disclosure, (snapshot) => snapshot.matches('open'))
  return (
    <section aria-labelledby="activity-heading" className="mt-10">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div>
          <h2 id="activity-heading" className="text-lg">
            Recent activity
          </h2>
          <p className="text-xs text-ink-2">Sign-ins, drafts, changes, sends and decisions of this operator.</p>
        </div>
        <Button size="sm" aria-expanded={isOpen} onClick={() => disclosure.send({ type: 'toggle' })}>
          {isOpen ? 'Hide activity' : 'Show activity'}
        </Button>
      </div>
      {isOpen ? (
        <LazyPart>
          <ActivityLog />
        </LazyPart>
      ) : null}
    </section>
  )
}
