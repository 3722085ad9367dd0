import { type ApiToken, type ApiTokenBody, apiTokenCalls, type NewApiToken } from '../../schemas/security/apiTokens'
import { provided } from '../crud/provided.actors'
import { createIfKnown, read, untilBack, write } from '../crud/requests.actors'
import type { AllActors } from '../crud/service'
import { apiTokensMachine } from './apiTokens'

export const apiTokens = provided((services) => {
  const api = services.client(apiTokenCalls)
  const ifKnown = createIfKnown()
  return apiTokensMachine.provide({
    actors: {
      load: read<{ tokens: ApiToken[] | undefined }, unknown>(services, async (_, signal) => ({
        tokens: await ifKnown(() => api.listApiTokens({ signal })),
      })),
      make: write<NewApiToken, ApiTokenBody>((body) => api.createApiToken({ body })),
      end: write<void, { token: ApiToken }>(async ({ token: { id } }) => {
        await api.endApiToken({ params: { apiTokenId: id } })
      }),
      untilBack: untilBack(services),
    } satisfies AllActors<typeof apiTokensMachine>,
  })
})
