import { fromCallback } from 'xstate'
import type { ConsoleServices } from '../../services/services'
import { provided } from '../crud/provided.actors'
import type { AllActors } from '../crud/service'
import { pollIntervals } from '../crud/watching'
import { taskStreamMachine } from './taskStream'

/** What machines need that ask for tasks again: news of changes, and how long to wait without any. */
export const newsOf = ({ taskNews }: ConsoleServices) => ({
  actors: { watchNews: fromCallback(({ sendBack }) => taskNews.watch(() => sendBack({ type: 'news.told' }))) },
  delays: { pollInterval: () => (taskNews.isOpen() ? pollIntervals.told : pollIntervals.alone) },
})

export const taskStream = provided(({ followTasks, taskNews, watchSight }) =>
  taskStreamMachine.provide({
    actors: {
      watchSight: fromCallback(({ sendBack }) =>
        watchSight((isSeen) => sendBack({ type: isSeen ? 'page.shown' : 'page.hidden' })),
      ),
      stream: fromCallback(({ sendBack }) => {
        const left = new AbortController()
        const onOpen = () => {
          sendBack({ type: 'stream.opened' })
          taskNews.setOpen(true)
        }
        void followTasks({ onOpen, onNews: taskNews.tell }, left.signal).then((end) => {
          if (left.signal.aborted) return
          taskNews.setOpen(false)
          sendBack({ type: `stream.${end}` })
        })
        return () => {
          left.abort()
          taskNews.setOpen(false)
        }
      }),
    } satisfies AllActors<typeof taskStreamMachine>,
  }),
)
