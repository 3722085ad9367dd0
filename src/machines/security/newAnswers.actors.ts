import { type NewAnswer, newAnswerCalls } from '../../schemas/security/newAnswers'
import { provided } from '../crud/provided.actors'
import { loaderOf } from '../crud/requests.actors'

/** For administrators. */
export const newAnswers = provided((services) => {
  const { listNewAnswers } = services.client(newAnswerCalls)
  return loaderOf<NewAnswer[]>(services, (signal) => listNewAnswers({ signal }))
})
