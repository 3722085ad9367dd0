import { accessLog } from '../../machines/security/auditLog.actors'
import * as words from '../../schemas/security/security.words'
import { TrailLog } from '../history/TrailLog'

const AccessLog = () => (
  <TrailLog logic={accessLog} label={words.signInLog} search={words.searchSignInLog} ofEverybody />
)

export default AccessLog
