import type { AuthRef } from '../machines/auth'
import type { replyFlowMachine } from '../machines/replyFlow'
import type { Meta } from '../schemas/system'
import type { ConsoleServices } from '../services/services'
import { csvImport } from './accounts'
import { type Part, part } from './provided'
import { loaderOf } from './requests'

/** What the console has of its logic from the beginning of a session. Everything else comes with the screen that names it. */
export const createConsoleLogic = (services: ConsoleServices) => {
  let composer: typeof replyFlowMachine | undefined

  return {
    csvImport: csvImport(services),
    /** The composer that `openComposer` was given. */
    composer: () => {
      if (!composer) throw new Error('The composer starts with its screen')
      return composer
    },
    /** Starts the session's composer unless it runs. */
    openComposer: (auth: AuthRef, machine: Part<typeof replyFlowMachine>) => {
      composer = machine(services)
      auth.send({ type: 'composer.open' })
    },
    machineOf: <TMachine>(part: Part<TMachine>): TMachine => part(services),
    downloads: services.downloads,
    readAhead: services.readAhead,
    lastMeta: services.lastMeta,
    device: { preferences: services.preferences, connectivity: services.connectivity },
  }
}

export type ConsoleLogic = ReturnType<typeof createConsoleLogic>

export const metaLoader = part((services) => loaderOf<Meta>(services, (signal) => services.loadMeta(signal)))
