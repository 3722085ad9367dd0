import { TrailSection } from '../history/TrailSection'
import { lazy } from '../ui/lazy'

const AccessLog = lazy(() => import('./AccessLog'))

/** What the audit trail tells an administrator of everybody. */
const WhoCameIn = () => (
  <TrailSection
    title="Who came in"
    lead="Sign-ins, refusals, passwords, sessions, API tokens and operators, of everybody."
    what="who came in"
  >
    <AccessLog />
  </TrailSection>
)

export default WhoCameIn
