import { fromCallback } from 'xstate'
import type { ConsoleServices } from '../../services/services'
import { provided } from '../crud/provided.actors'
import type { AllActors } from '../crud/service'
import { type ColumnKeeperEvent, layoutMachine } from './layout'

export const layoutOf = ({ preferences, watchPath }: Pick<ConsoleServices, 'preferences' | 'watchPath'>) =>
  layoutMachine.provide({
    actors: {
      keepColumn: fromCallback<ColumnKeeperEvent>(({ receive }) =>
        receive(({ isOpen }) => preferences.setSidebarOpen(isOpen)),
      ),
      watchPath: fromCallback(({ sendBack }) => watchPath(() => sendBack({ type: 'path.changed' }))),
    } satisfies AllActors<typeof layoutMachine>,
  })

export const layout = provided(layoutOf)
