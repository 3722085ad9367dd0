import type { Eligibility } from '../../schemas/composer/eligibility'
import { replyCalls } from '../../schemas/composer/replies'
import { provided } from '../crud/provided.actors'
import { loaderOf } from '../crud/requests.actors'

export interface EligibilityOf {
  tweetId: string
  group: string
}

export const eligibilityOf = provided((services) => {
  const { getEligibility } = services.client({ getEligibility: replyCalls.getEligibility })
  return loaderOf<Eligibility, EligibilityOf>(
    services,
    (signal, { tweetId, group }) => getEligibility({ params: { tweetId }, query: { group }, signal }),
    { changes: services.accountChanges, onReturn: true },
  )
})
