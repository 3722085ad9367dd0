import { fromCallback } from 'xstate'
import { type ColumnKeeperEvent, layoutMachine } from '../machines/layout'
import type { AllActors } from '../machines/service'
import type { ConsoleServices } from '../services/services'
import { provided } from './provided'

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
