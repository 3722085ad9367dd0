import { type NewAnswer, newAnswerCalls } from '../../schemas/newAnswers'
import { provided } from '../crud/provided.actors'
import { loaderOf } from '../crud/requests.actors'

/** Answers of X that the server does not know: for administrators. */
export const newAnswers = provided((services) => {
  const { listNewAnswers } = services.client(newAnswerCalls)
  return loaderOf<NewAnswer[]>(services, (signal) => listNewAnswers({ signal }))
})
