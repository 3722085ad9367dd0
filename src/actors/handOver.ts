import { fromCallback } from 'xstate'
import { handOverMachine } from '../machines/handOver'
import type { AllActors } from '../machines/service'
import { type Decided, type HandedItem, type HandedItems, taskCalls } from '../schemas/tasks'
import { provided } from './provided'
import { read, untilBack, write } from './requests'
import { newsOf } from './taskNews'

export const handOver = provided((services) => {
  const { listHandedOver, decideItem } = services.client(taskCalls)
  const news = newsOf(services)
  return handOverMachine.provide({
    delays: news.delays,
    actors: {
      ...news.actors,
      loadHanded: read<HandedItems, { known: HandedItem[] }>(services, async ({ known }, signal) => {
        const answer = await listHandedOver({ signal })
        const isListed = ({ id }: HandedItem) => answer.items.some((item) => item.id === id)
        // Of each the queue itself has told what became of it.
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
