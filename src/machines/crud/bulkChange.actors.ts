import { type EventObject, fromCallback } from 'xstate'
import { accountEditCalls } from '../../schemas/accounts/accountEdit'
import { type Account, accountCalls } from '../../schemas/accounts/accounts'
import * as words from '../../schemas/accounts/accounts.words'
import { activityOf } from '../../schemas/accounts/activity'
import { ApiError } from '../../services/api/api'
import { type BulkChange, type BulkChangeInput, bulkChangeMachine, type Chosen } from './bulkChange'
import { createOneByOne, type Outcome } from './oneByOne'
import { provided } from './provided.actors'
import { write } from './requests.actors'
import type { AllActors } from './service'

const done: Outcome = { detail: null }

export const bulkChange = provided(({ client }) => {
  const { deleteAccount, updateAccount, verifyAccount } = client({ ...accountCalls, ...accountEditCalls })
  const act = async ({ item, task }: { item: Chosen; task: BulkChange }): Promise<Outcome> => {
    const params = { accountId: item.id }
    switch (task.kind) {
      case 'group':
        await updateAccount({ params, body: { group: task.group } })
        return done
      case 'deactivate':
        await updateAccount({ params, body: { is_active: false } })
        return done
      case 'check': {
        const checked = await verifyAccount({ params })
        const isRefused = activityOf(checked) === 'inactive'
        return isRefused ? { detail: checked.inactive_reason ?? words.notAccepted } : done
      }
      case 'delete':
        await deleteAccount({ params }).catch((error: unknown) => {
          if (!isGone(error)) throw error
        })
        return done
    }
  }
  return bulkChangeMachine.provide({
    actors: {
      work: createOneByOne<Chosen, BulkChange>().provide({
        actors: { act: write(act) } satisfies AllActors<ReturnType<typeof createOneByOne>>,
      }),
      followList,
    } satisfies AllActors<typeof bulkChangeMachine>,
  })
})

/** Somebody else has deleted the account. */
const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** Reports the listed accounts at once and after each load of the list. */
export const followList = fromCallback<EventObject, Pick<BulkChangeInput, 'accounts'>>(({ input, sendBack }) => {
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
