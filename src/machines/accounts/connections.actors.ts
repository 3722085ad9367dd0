import { type Connection, type Consent, connectionCalls, type Movable } from '../../schemas/accounts/connections'
import { createOneByOne, type Outcome } from '../crud/oneByOne'
import { provided } from '../crud/provided.actors'
import { isUnknownCall, loaderOf, read, write } from '../crud/requests.actors'
import type { AllActors } from '../crud/service'
import { type ConsentAsked, connectingMachine } from './connecting'
import { consentMachine } from './consent'
import { lastAccountSave } from './lastAccountSave.actors'
import { movingMachine } from './moving'

export const connecting = provided((services) => {
  const api = services.client(connectionCalls)
  return connectingMachine.provide({
    actors: {
      load: read<Connection | null, { accountId: number | undefined }>(services, async ({ accountId }, signal) => {
        try {
          if (accountId === undefined) return await api.getConnection({ signal })
          const query = { limit: '1', cursor: String(accountId - 1) }
          const { movable, ...facts } = await api.getConnection({ query, signal })
          return { ...facts, movable: movable.filter(({ id }) => id === accountId) }
        } catch (error) {
          if (isUnknownCall(error)) return null
          throw error
        }
      }),
      leave: write<void, ConsentAsked>(async ({ group, account_id }) => {
        const body = account_id === undefined ? { group } : { group, account_id }
        const { authorize_url } = await api.startConsent({ body })
        services.leaveFor(authorize_url)
      }),
    } satisfies AllActors<typeof connectingMachine>,
  })
})

/** Reads all pages after the account with this id. */
export const movableAfter = provided((services) => {
  const { getConnection } = services.client(connectionCalls)
  return loaderOf<readonly Movable[], number>(services, async (signal, after) => {
    const movable: Movable[] = []
    const asked = new Set<number>()
    for (let next: number | null = after; next !== null && !asked.has(next); ) {
      asked.add(next)
      const page: Connection = await getConnection({ query: { cursor: String(next) }, signal })
      movable.push(...page.movable)
      next = page.next
    }
    return movable
  })
})

export const moving = provided((services) => {
  const { moveAccount } = services.client(connectionCalls)
  const lastSave = lastAccountSave(services)
  return movingMachine.provide({
    actors: {
      moves: createOneByOne<Movable>().provide({
        actors: {
          act: write<Outcome, { item: Movable; task: undefined }>(async ({ item }) => {
            const moved = await moveAccount({ params: { accountId: item.id } })
            lastSave.at = Date.now()
            return moved
          }),
        } satisfies AllActors<ReturnType<typeof createOneByOne>>,
      }),
    } satisfies AllActors<typeof movingMachine>,
  })
})

export const consentResult = provided((services) => {
  const { getConsent } = services.client(connectionCalls)
  return consentMachine.provide({
    actors: {
      read: read<Consent, { id: string }>(services, ({ id }, signal) =>
        getConsent({ params: { consentId: id }, signal }),
      ),
    } satisfies AllActors<typeof consentMachine>,
  })
})
