import * as words from '../../schemas/security/security.words'
import { TrailSection } from '../history/TrailSection'
import { lazy } from '../ui/states/lazy'

const NewAnswerList = lazy(() => import('./NewAnswerList'))

const NewAnswers = () => (
  <TrailSection title={words.unknownAnswers} lead={words.unknownAnswersLead} what="new answers">
    <NewAnswerList />
  </TrailSection>
)

export default NewAnswers
