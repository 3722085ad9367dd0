import { fromCallback } from 'xstate'
import { type Decided, type HandedItem, type HandedItems, taskCalls } from '../../schemas/tasks'
import { provided } from '../crud/provided.actors'
import { read, untilBack, write } from '../crud/requests.actors'
import type { AllActors } from '../crud/service'
import { updatesOf } from '../history/taskNews.actors'
import { handOverMachine } from './handOver'

export const handOver = provided((services) => {
  const { listHandedOver, decideItem } = services.client(taskCalls)
  const updates = updatesOf(services)
  return handOverMachine.provide({
    delays: updates.delays,
    actors: {
      ...updates.actors,
      loadHanded: read<HandedItems, { known: HandedItem[] }>(services, async ({ known }, signal) => {
        const answer = await listHandedOver({ signal })
        const isListed = ({ id }: HandedItem) => answer.items.some((item) => item.id === id)
        // The followed tasks must learn of an item that left this list.
        if (!known.every(isListed)) services.taskChanges.tell(undefined)
        return answer
      }),
      decideItem: write<void, Decided>(async ({ task_id, item_id, decision }) => {
        await decideItem({ params: { taskId: task_id, itemId: item_id }, body: decision })
      }),
      watchReturn: fromCallback(({ sendBack }) => services.watchReturn(() => sendBack({ type: 'person.returned' }))),
      untilBack: untilBack(services),
    } satisfies AllActors<typeof handOverMachine>,
  })
})
