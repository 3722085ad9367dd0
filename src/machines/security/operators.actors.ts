import { fromCallback } from 'xstate'
import {
  type Grant,
  type OperatorEntry,
  operatorCalls,
  type PasswordBody,
  type SessionEntry,
} from '../../schemas/security/operators'
import { secondFactorCalls } from '../../schemas/security/secondFactor'
import { deviceName } from '../../services/deviceName'
import type { ConsoleServices } from '../../services/services'
import { isMissing } from '../crud/failure'
import { provided } from '../crud/provided.actors'
import { createIfKnown, isNotUnderstood, read, untilBack, write } from '../crud/requests.actors'
import type { AllActors } from '../crud/service'
import { type Offer, type OperatorAct, operatorsMachine } from './operators'
import { type OwnAccount, ownAccountMachine } from './ownAccount'

export const ownAccount = provided((services) => {
  const api = services.client(operatorCalls)
  const ifKnown = createIfKnown()
  const ifEndsOthers = createIfKnown(isNotUnderstood)
  const end = async (sessionId: SessionEntry['id']) => {
    await api.endSession({ params: { sessionId } })
  }
  return ownAccountMachine.provide({
    actors: {
      load: read<{ account: OwnAccount | undefined }, unknown>(services, async (_, signal) => ({
        account: await ifKnown(async () => {
          const [me, sessions] = await Promise.all([api.getMe({ signal }), api.listSessions({ signal })])
          return { me, sessions: sessions.map((each) => ({ ...each, device: each.device && deviceName(each.device) })) }
        }),
      })),
      dismissNotice: write<void, unknown>(() => api.dismissNotice({})),
      changePassword: write<void, PasswordBody>(async (body) => {
        await api.changePassword({ body })
        services.tokenChanges.tell()
      }),
      endSession: write<void, { id: SessionEntry['id'] }>(({ id }) => end(id)),
      endOthers: write<void, { listed: SessionEntry['id'][] }>(async ({ listed }) => {
        const isDone = await ifEndsOthers(async () => {
          await api.endOtherSessions({})
          return true
        })
        if (isDone) return services.tokenChanges.tell()
        for (const id of listed) await end(id).catch(unlessGone)
      }),
      untilBack: untilBack(services),
    } satisfies AllActors<typeof ownAccountMachine>,
  })
})

const unlessGone = (error: unknown): void => {
  if (!isMissing(error)) throw error
}

type Loaded = { operators: OperatorEntry[]; grants: Grant[] | undefined }

const managed = (services: ConsoleServices, isAdmin: boolean) => {
  const api = services.client(operatorCalls)
  const { removeOperatorFactor } = services.client(secondFactorCalls)
  const ifListsGrants = createIfKnown()
  return operatorsMachine.provide({
    actors: {
      load: read<Loaded, unknown>(services, async (_, signal) => ({
        operators: isAdmin ? await api.listOperators({ signal }) : [],
        grants: (await ifListsGrants(() => api.listGrants({ signal })))?.filter(
          ({ purpose }) => isAdmin || purpose !== 'apiToken',
        ),
      })),
      offer: write<Offer, Pick<Offer, 'operator'>>(async ({ operator }) => ({
        operator,
        pass: operator
          ? await api.resetOperator({ params: { operatorId: operator.id } })
          : await api.inviteOperator({}),
      })),
      act: write<void, OperatorAct>(async ({ act, operator: { id } }) => {
        const params = { operatorId: id }
        if (act === 'takeFactor') await removeOperatorFactor({ params })
        else if (act === 'delete') await api.deleteOperator({ params })
        else if (act === 'disable' || act === 'enable')
          await api.updateOperator({ params, body: { disabled: act === 'disable' } })
        else await api.updateOperator({ params, body: { is_admin: act === 'nameAdministrator' } })
      }),
      endGrant: write<void, { grant: Grant }>(async ({ grant: { purpose: grantPurpose, id: grantId } }) => {
        await api.endGrant({ params: { grantPurpose, grantId } })
      }),
      watchTokens: fromCallback(({ sendBack }) =>
        services.tokenChanges.watch(() => sendBack({ type: 'tokens.changed' })),
      ),
      untilBack: untilBack(services),
    } satisfies AllActors<typeof operatorsMachine>,
  })
}

/** For administrators, who can list and revoke all of them. */
export const operators = provided((services) => managed(services, true))

/** For other operators: their open links. Their API tokens have another list. */
export const ownGrants = provided((services) => managed(services, false))
