import type { Eligibility } from '../schemas/eligibility'
import { replyCalls } from '../schemas/replies'
import { provided } from './provided'
import { loaderOf } from './requests'

export interface SendOrderOf {
  tweetId: string
  group: string
}

/** Which accounts of a group may answer a post, and in which order a batch would go to them now. */
export const sendOrder = provided((services) => {
  const { getEligibility } = services.client({ getEligibility: replyCalls.getEligibility })
  return loaderOf<Eligibility, SendOrderOf>(
    services,
    (signal, { tweetId, group }) => getEligibility({ params: { tweetId }, query: { group }, signal }),
    { changes: services.accountChanges, onReturn: true },
  )
})
