import { auditLog } from '../../actors/auditLog'
import { TrailLog } from './TrailLog'

/** What this operator did. */
const ActivityLog = () => <TrailLog logic={auditLog} label="Recent activity" search="Search activity" />

export default ActivityLog
