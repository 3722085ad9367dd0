import { fromCallback } from 'xstate'
import type { ConsoleServices } from '../../services/services'
import { provided } from '../crud/provided.actors'
import type { AllActors } from '../crud/service'
import { pollIntervals } from '../crud/watching'
import { taskStreamMachine } from './taskStream'

export const updatesOf = ({ taskUpdates }: ConsoleServices) => ({
  actors: {
    watchUpdates: fromCallback(({ sendBack }) => taskUpdates.watch(() => sendBack({ type: 'tasks.updated' }))),
  },
  delays: { pollInterval: () => (taskUpdates.isOpen() ? pollIntervals.streamed : pollIntervals.alone) },
})

export const taskStream = provided(({ followTasks, taskUpdates, watchVisibility }) =>
  taskStreamMachine.provide({
    actors: {
      watchVisibility: fromCallback(({ sendBack }) =>
        watchVisibility((isSeen) => sendBack({ type: isSeen ? 'page.shown' : 'page.hidden' })),
      ),
      stream: fromCallback(({ sendBack }) => {
        const left = new AbortController()
        const onOpen = () => {
          sendBack({ type: 'stream.opened' })
          taskUpdates.setOpen(true)
        }
        void followTasks({ onOpen, onUpdate: taskUpdates.notify }, left.signal).then((end) => {
          if (left.signal.aborted) return
          taskUpdates.setOpen(false)
          sendBack({ type: `stream.${end}` })
        })
        return () => {
          left.abort()
          taskUpdates.setOpen(false)
        }
      }),
    } satisfies AllActors<typeof taskStreamMachine>,
  }),
)
