import { fromPromise } from 'xstate'
import { passkeyCalls } from '../../schemas/security/passkeys'
import {
  type ConfirmationBody,
  type Enrolment,
  type SecondFactor,
  secondFactorCalls,
} from '../../schemas/security/secondFactor'
import { provided } from '../crud/provided.actors'
import { createIfKnown, read, untilBack, write } from '../crud/requests.actors'
import type { AllActors } from '../crud/service'
import { secondFactorMachine } from './secondFactor'

export const secondFactor = provided((services) => {
  const api = services.client(secondFactorCalls)
  const passkeyApi = services.client(passkeyCalls)
  const ifKnown = createIfKnown()
  return secondFactorMachine.provide({
    actors: {
      load: read<{ factor: SecondFactor | undefined }, unknown>(services, async (_, signal) => ({
        factor: await ifKnown(() => api.getSecondFactor({ signal })),
      })),
      start: write<Enrolment, { current_password: string }>((body) => api.startSecondFactor({ body })),
      enrol: write<{ recovery_codes: string[] }, { code: string }>(async (body) => {
        const codes = await api.enrolSecondFactor({ body })
        services.tokenChanges.tell()
        return codes
      }),
      confirm: write<void, ConfirmationBody>(async (body) => {
        await api.confirmSession({ body })
      }),
      confirmByPasskey: fromPromise<void, unknown>(async ({ signal }) => {
        const credential = await services.passkeys.get(await passkeyApi.startConfirmation({}), signal)
        await passkeyApi.confirmByPasskey({ body: { credential } })
      }),
      remove: write<void, unknown>(async () => {
        await api.removeSecondFactor({})
      }),
      renew: write<{ recovery_codes: string[] }, unknown>(() => api.renewRecoveryCodes({})),
      untilBack: untilBack(services),
    } satisfies AllActors<typeof secondFactorMachine>,
  })
})
