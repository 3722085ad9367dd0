import { fromCallback } from 'xstate'
import { type ApiToken, type ApiTokenBody, apiTokenCalls, type NewApiToken } from '../../schemas/apiTokens'
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
      make: write<NewApiToken, ApiTokenBody>(async (body) => {
        const made = await api.createApiToken({ body })
        services.tokenChanges.tell('changed')
        return made
      }),
      end: write<void, { token: ApiToken }>(async ({ token: { id } }) => {
        await api.endApiToken({ params: { apiTokenId: id } })
        services.tokenChanges.tell('changed')
      }),
      watchTokens: fromCallback(({ sendBack }) =>
        services.tokenChanges.watch((change) => sendBack({ type: `tokens.${change}` })),
      ),
      untilBack: untilBack(services),
    } satisfies AllActors<typeof apiTokensMachine>,
  })
})
