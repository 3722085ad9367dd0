import { bulkDeleteMachine } from '../machines/bulkDelete'
import type { Identified } from '../machines/resource'
import type { AllActors } from '../machines/service'
import { accountCalls } from '../schemas/accounts'
import { ApiError } from '../services/api'
import { provided } from './provided'
import { write } from './requests'

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
    } satisfies AllActors<typeof bulkDeleteMachine>,
  })
})

/** Somebody else deleted it meanwhile. */
const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404
