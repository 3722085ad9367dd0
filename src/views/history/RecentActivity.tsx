import * as words from '../../schemas/history/history.words'
import { Ours } from '../shell/metaContext'
import { lazy } from '../ui/states/lazy'
import { TrailSection } from './TrailSection'

const ActivityLog = lazy(() => import('./ActivityLog'))

/** The operator's own lines of the audit trail. */
export const RecentActivity = () => (
  <Ours>
    <TrailSection title={words.recentActivity} lead={words.activityLead} what="activity" className="mt-10">
      <ActivityLog />
    </TrailSection>
  </Ours>
)
