import * as words from '../../schemas/security.words'
import { TrailSection } from '../history/TrailSection'
import { lazy } from '../ui/lazy'

const AccessLog = lazy(() => import('./AccessLog'))

const WhoCameIn = () => (
  <TrailSection title={words.signInLog} lead={words.signInLogLead} what={words.theSignInLog}>
    <AccessLog />
  </TrailSection>
)

export default WhoCameIn
