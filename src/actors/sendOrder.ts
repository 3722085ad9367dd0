import { fromCallback } from 'xstate'
import { createLoader } from '../machines/loader'
import type { AllActors } from '../machines/service'
import type { Eligibility } from '../schemas/eligibility'
import { replyCalls } from '../schemas/replies'
import { provided } from './provided'
import { read, untilBack } from './requests'

export interface SendOrderOf {
  tweetId: string
  group: string
}

const order = createLoader<Eligibility, SendOrderOf>()

/** Which accounts of a group may answer a post, and in which order a batch would go to them now. */
export const sendOrder = provided((services) => {
  const { getEligibility } = services.client({ getEligibility: replyCalls.getEligibility })
  return order.provide({
    actors: {
      load: read<{ data: Eligibility }, { params: SendOrderOf }>(
        services,
        async ({ params: { tweetId, group } }, signal) => ({
          data: await getEligibility({ params: { tweetId }, query: { group }, signal }),
        }),
      ),
      /** Who looks at the page again may have sent elsewhere meanwhile. */
      watchChanges: fromCallback(({ sendBack }) => {
        const reload = () => sendBack({ type: 'reload' })
        const stops = [services.accountChanges.watch(reload), services.watchReturn(reload)]
        return () => {
          for (const stop of stops) stop()
        }
      }),
      untilBack: untilBack(services),
    } satisfies AllActors<typeof order>,
  })
})
