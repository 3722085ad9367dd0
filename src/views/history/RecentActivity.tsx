import { lazy } from '../ui/lazy'
import { TrailSection } from './TrailSection'

const ActivityLog = lazy(() => import('./ActivityLog'))

/** The operator's own lines of the audit trail. */
export const RecentActivity = () => (
  <TrailSection
    title="Recent activity"
    lead="Sign-ins, drafts, changes, sends and decisions of this operator."
    what="activity"
    className="mt-10"
  >
    <ActivityLog />
  </TrailSection>
)
