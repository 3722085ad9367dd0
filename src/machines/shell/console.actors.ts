import type { Meta } from '../../schemas/system'
import { createClipboard } from '../../services/clipboard'
import type { ConsoleServices } from '../../services/services'
import { queueKey } from '../../services/storage/storageKeys'
import { csvImport } from '../accounts/accounts.actors'
import type { replyFlowMachine } from '../composer/replyFlow'
import { present } from '../crud/present'
import { type Provided, provided } from '../crud/provided.actors'
import { loaderOf } from '../crud/requests.actors'
import { taskFollow } from '../history/follow.actors'

/** Only logic that is needed when a session begins. Screens load everything else. */
export const createConsoleLogic = (services: ConsoleServices) => {
  let composer: typeof replyFlowMachine | undefined
  return {
    csvImport: () => csvImport(services),
    taskFollow: () => taskFollow(services),
    composer: () => present(composer, 'composer'),
    /** The composer's code is loaded with its screen. */
    provideComposer: (machine: typeof replyFlowMachine) => {
      composer = machine
    },
    machineOf: <TMachine>(machine: Provided<TMachine>): TMachine => machine(services),
    downloads: services.downloads,
    files: services.files,
    holdFile: (file: File) => services.files.hold(file),
    /** What the operator typed or chose. */
    forgetEntered: () => {
      services.typed.clear()
      services.files.forgetContent()
    },
    readAhead: services.readAhead,
    addressOf: services.addressOf,
    lastMeta: services.lastMeta,
    messages: services.messages,
    typed: services.typed,
    inboxView: services.inboxView,
    hasQueue: () => services.storage.getItem(queueKey(services.operator())) !== null,
    device: {
      preferences: services.preferences,
      connectivity: services.connectivity,
      clipboard: createClipboard(services.clipboard),
      keepsSession: services.keepsSession,
    },
  }
}

export type ConsoleLogic = ReturnType<typeof createConsoleLogic>

export const metaLoader = provided((services) => loaderOf<Meta>(services, () => services.loadMeta()))
