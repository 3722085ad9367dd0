import { type Allowances, allowanceCalls, type OwnAllowances } from '../../schemas/usage/allowances'
import { provided } from '../crud/provided.actors'
import { createIfKnown, loaderOf, read, untilBack, write } from '../crud/requests.actors'
import type { AllActors } from '../crud/service'
import { allowancesMachine } from './allowances'

/** Undefined if the provider does not know the call. */
export const ownAllowances = provided((services) => {
  const { getAllowances } = services.client(allowanceCalls)
  const ifKnown = createIfKnown()
  return loaderOf<Allowances | undefined>(services, (signal) => ifKnown(() => getAllowances({ signal })))
})

export const operatorAllowances = provided((services) => {
  const { getOperatorAllowances, setOperatorAllowances } = services.client(allowanceCalls)
  return allowancesMachine.provide({
    actors: {
      load: read<{ allowances: Allowances }, { operatorId: number }>(services, async (params, signal) => ({
        allowances: await getOperatorAllowances({ params, signal }),
      })),
      save: write<void, { operatorId: number; own: OwnAllowances }>(async ({ own, ...params }) => {
        await setOperatorAllowances({ params, body: own })
      }),
      untilBack: untilBack(services),
    } satisfies AllActors<typeof allowancesMachine>,
  })
})
