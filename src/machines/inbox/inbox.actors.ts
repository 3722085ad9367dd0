import { fromCallback } from 'xstate'
import {
  type Inbox,
  inboxCalls,
  type Mention,
  type Person,
  type PersonBody,
  type Watch,
} from '../../schemas/inbox/inbox'
import * as words from '../../schemas/inbox/inbox.words'
import { readInboxFilter } from '../../schemas/inbox/inboxFilter'
import { NetworkError } from '../../services/api/api'
import type { ConsoleServices } from '../../services/services'
import { provided } from '../crud/provided.actors'
import { createIfKnown, loaderOf, read, untilBack, write } from '../crud/requests.actors'
import { resourceOf } from '../crud/resource.actors'
import type { AllActors } from '../crud/service'
import { type InboxQuery, inboxMachine } from './inbox'
import { inboxActsMachine } from './inboxActs'
import type { Change } from './inboxList'

const pageSize = '25'

const inboxOf = (services: ConsoleServices, watchAddress: ConsoleServices['watchQuery']) => {
  const { getInbox, updateMention } = services.client(inboxCalls)
  const ifKnown = createIfKnown()

  const ask = async ({ filter, cursor }: InboxQuery, signal: AbortSignal): Promise<Inbox | null> => {
    const { state, account_id } = filter
    const query = {
      state,
      limit: pageSize,
      ...(account_id === '' ? {} : { account_id }),
      ...(cursor === undefined ? {} : { cursor }),
    }
    const ofAll = () => getInbox({ query: { state, limit: '1' }, signal })
    const answer = await ifKnown(() => getInbox({ query, signal }), account_id === '' ? undefined : ofAll)
    services.inboxView.note({ shown: answer !== undefined && answer.unread > 0 })
    return answer ?? null
  }

  /** Background requests do not report a missing network, because the page shows it already. */
  const report = (error: unknown) => {
    if (!(error instanceof NetworkError)) services.report(error)
  }

  return inboxMachine.provide({
    actors: {
      loadInbox: read<Inbox | null, InboxQuery>({ ...services, report }, ask),
      storeChange: write<Mention, Change>(({ id, state }) =>
        updateMention({ params: { mentionId: id }, body: { state } }),
      ),
      watchChanges: fromCallback(({ sendBack }) => {
        const reload = () => sendBack({ type: 'list.reload' })
        const stops = [
          services.taskChanges.watch(reload),
          services.inboxChanges.watch(reload),
          watchAddress((query) => sendBack({ type: 'filter.change', filter: readInboxFilter(query) })),
        ]
        return () => {
          for (const stop of stops) stop()
        }
      }),
      untilBack: untilBack(services),
    } satisfies AllActors<typeof inboxMachine>,
  })
}

export const inbox = provided((services) => inboxOf(services, services.watchQuery))

export const waiting = provided((services) => inboxOf(services, () => () => {}))

export const inboxActs = provided((services) => {
  const { addDoNotReply, updateWatch } = services.client(inboxCalls)
  const announced = async <T>(change: Promise<T>) => {
    const changed = await change
    services.inboxChanges.tell()
    return changed
  }
  return inboxActsMachine.provide({
    actors: {
      shunAuthor: write<Person, Mention>(({ author_username }) =>
        announced(addDoNotReply({ body: { username: author_username } })),
      ),
      switchWatch: write<Watch, { account_id: Watch['account_id']; on: boolean }>(({ account_id, on }) =>
        announced(updateWatch({ params: { accountId: account_id }, body: { on } })),
      ),
    } satisfies AllActors<typeof inboxActsMachine>,
  })
})

export const doNotReply = provided((services) => {
  const api = services.client(inboxCalls)
  return resourceOf<Person, PersonBody>({
    texts: {
      created: words.created,
      createFailed: words.createFailed,
      deleted: words.deleted,
      deleteFailed: words.deleteFailed,
    },
    list: loaderOf<Person[]>(services, async (signal) => (await api.listDoNotReply({ signal })).people, {
      changes: services.inboxChanges,
    }),
    create: async (body) => {
      await api.addDoNotReply({ body })
    },
    remove: (personId) => api.deleteDoNotReply({ params: { personId } }),
  })
})
