import { type EventObject, fromCallback } from 'xstate'
import { type Account, accountCalls } from '../../schemas/accounts/accounts'
import { ApiError } from '../../services/api/api'
import { type BulkDeleteInput, bulkDeleteMachine } from './bulkDelete'
import { provided } from './provided.actors'
import { write } from './requests.actors'
import type { Identified } from './resource'
import type { AllActors } from './service'

export const bulkDelete = provided(({ client }) => {
  const { deleteAccount } = client(accountCalls)
  return bulkDeleteMachine.provide({
    actors: {
      remove: write<void, Identified>(async ({ id }) => {
        try {
          await deleteAccount({ params: { accountId: id } })
        } catch (error) {
          if (!isGone(error)) throw error
        }
      }),
      followList,
    } satisfies AllActors<typeof bulkDeleteMachine>,
  })
})

/** Somebody else has deleted the account. */
const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** Reports the listed accounts at once and after each load of the list. */
export const followList = fromCallback<EventObject, Pick<BulkDeleteInput, 'accounts'>>(({ input, sendBack }) => {
  const { list } = input.accounts.getSnapshot().children
  let listed: Account[] | undefined
  const look = () => {
    const { data } = list?.getSnapshot().context ?? {}
    if (data === undefined || data === listed) return
    listed = data
    sendBack({ type: 'list.changed', ids: data.map(({ id }) => id) })
  }
  look()
  const subscription = list?.subscribe(look)
  return () => subscription?.unsubscribe()
})
