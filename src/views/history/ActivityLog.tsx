import { auditLog } from '../../machines/security/auditLog.actors'
import * as words from '../../schemas/history/history.words'
import { TrailLog } from './TrailLog'

const ActivityLog = () => <TrailLog logic={auditLog} label={words.recentActivity} search={words.searchActivity} />

export default ActivityLog
