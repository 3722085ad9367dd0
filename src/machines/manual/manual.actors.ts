import { fromCallback } from 'xstate'
import { type Decided, type HandedItem, type HandedItems, taskCalls } from '../../schemas/tasks'
import { provided } from '../crud/provided.actors'
import { read, untilBack, write } from '../crud/requests.actors'
import type { AllActors } from '../crud/service'
import { newsOf } from '../history/taskNews.actors'
import { handOverMachine } from './handOver'

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
