import { fromCallback } from 'xstate'
import { type Decided, type ManualItem, type ManualItems, taskCalls } from '../../schemas/history/tasks'
import { provided } from '../crud/provided.actors'
import { read, untilBack, write } from '../crud/requests.actors'
import type { AllActors } from '../crud/service'
import { updatesOf } from '../history/taskNews.actors'
import { manualPostingMachine } from './manualPosting'

export const manualPosting = provided((services) => {
  const { listManualReplies, decideItem } = services.client(taskCalls)
  const updates = updatesOf(services)
  return manualPostingMachine.provide({
    delays: updates.delays,
    actors: {
      ...updates.actors,
      loadManual: read<ManualItems, { known: ManualItem[] }>(services, async ({ known }, signal) => {
        const answer = await listManualReplies({ signal })
        const isListed = ({ id }: ManualItem) => answer.items.some((item) => item.id === id)
        // The followed tasks must learn of an item that left this list.
        if (!known.every(isListed)) services.taskChanges.tell(undefined)
        return answer
      }),
      decideItem: write<void, Decided>(async ({ task_id, item_id, decision }) => {
        await decideItem({ params: { taskId: task_id, itemId: item_id }, body: decision })
      }),
      watchReturn: fromCallback(({ sendBack }) => services.watchReturn(() => sendBack({ type: 'person.returned' }))),
      untilBack: untilBack(services),
    } satisfies AllActors<typeof manualPostingMachine>,
  })
})
