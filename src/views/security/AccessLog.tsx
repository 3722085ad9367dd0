import { accessLog } from '../../machines/security/auditLog.actors'
import { TrailLog } from '../history/TrailLog'

/** Who came in, who may, and who was refused: of everybody. */
const AccessLog = () => <TrailLog logic={accessLog} label="Who came in" search="Search who came in" ofEverybody />

export default AccessLog
