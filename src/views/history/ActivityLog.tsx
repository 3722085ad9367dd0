import { auditLog } from '../../machines/security/auditLog.actors'
import { TrailLog } from './TrailLog'

const ActivityLog = () => <TrailLog logic={auditLog} label="Recent activity" search="Search activity" />

export default ActivityLog
