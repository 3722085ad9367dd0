import { TrailSection } from '../history/TrailSection'
import { lazy } from '../ui/lazy'

const NewAnswerList = lazy(() => import('./NewAnswerList'))

/** Sentences of X that the server has no row for: X changes them without notice. */
const NewAnswers = () => (
  <TrailSection
    title="Answers of X that this version does not know"
    lead="Refusals in new words. Many of them in a day mean that X has changed its rules: look for a newer version of this server."
    what="new answers"
  >
    <NewAnswerList />
  </TrailSection>
)

export default NewAnswers
