import { fromPromise } from 'xstate'
import {
  type CreationOptions,
  type NewPasskeyBody,
  type Passkey,
  type PasskeyAttestation,
  type Passkeys,
  passkeyCalls,
} from '../../schemas/security/passkeys'
import { provided } from '../crud/provided.actors'
import { createIfKnown, read, untilBack, write } from '../crud/requests.actors'
import type { AllActors } from '../crud/service'
import { passkeysMachine } from './passkeys'

export const passkeys = provided((services) => {
  const api = services.client(passkeyCalls)
  const ifKnown = createIfKnown()
  return passkeysMachine.provide({
    actors: {
      load: read<{ list: Passkeys | undefined }, unknown>(services, async (_, signal) => ({
        list: await ifKnown(() => api.listPasskeys({ signal })),
      })),
      prepare: write<CreationOptions, { current_password: string | undefined }>(({ current_password }) =>
        api.startPasskey({ body: current_password === undefined ? {} : { current_password } }),
      ),
      ask: fromPromise<PasskeyAttestation, CreationOptions>(({ input, signal }) =>
        services.passkeys.create(input, signal),
      ),
      store: write<{ recovery_codes: string[] }, NewPasskeyBody>(async (body) => {
        const made = await api.createPasskey({ body })
        if (made.recovery_codes.length > 0) services.tokenChanges.tell()
        return made
      }),
      rename: write<void, { passkey: Passkey; label: string }>(async ({ passkey, label }) => {
        await api.renamePasskey({ params: { passkeyId: passkey.id }, body: { label } })
      }),
      remove: write<void, { passkey: Passkey }>(async ({ passkey }) => {
        await api.deletePasskey({ params: { passkeyId: passkey.id } })
      }),
      untilBack: untilBack(services),
    } satisfies AllActors<typeof passkeysMachine>,
  })
})
