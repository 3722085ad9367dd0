import { useEffects } from '../../effects'
import { ownGrants } from '../../machines/security/operators.actors'
import { openLinks } from '../../schemas/security/security.words'
import { useScreenActor } from '../shell/screenActor'
import { Grants } from './Grants'

/** Open links of an operator who is no administrator: links that they made, and links that set their password. */
const OwnGrants = () => {
  const flow = useScreenActor(ownGrants)
  useEffects(flow)
  return <Grants flow={flow} title={openLinks} />
}

export default OwnGrants
