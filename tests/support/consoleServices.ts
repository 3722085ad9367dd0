import { defaultMeta } from '../../src/schemas/system'
import { metaKeyOf } from '../../src/services/api/apiBase'
import { createTaskUpdates } from '../../src/services/api/taskNews'
import { createChanges } from '../../src/services/changes'
import { createChosenFiles } from '../../src/services/chosenFiles'
import type { ConsoleServices, Sent } from '../../src/services/services'

/** The services of an actor whose client is `api`, on a page that is online and that nobody leaves. */
export const servicesOf = (api: object, others: Partial<ConsoleServices> = {}): ConsoleServices =>
  ({
    client: () => api,
    accountChanges: createChanges<void>(),
    inboxChanges: createChanges<void>(),
    modelChanges: createChanges<void>(),
    tokenChanges: createChanges<void>(),
    taskChanges: createChanges<string | undefined>(),
    sends: createChanges<Sent>(),
    taskUpdates: createTaskUpdates(),
    files: createChosenFiles(),
    keepsSession: () => true,
    connectivity: { isOnline: () => true, subscribe: () => () => undefined },
    watchReturn: () => () => undefined,
    report: () => undefined,
    ...others,
  }) as Partial<ConsoleServices> as ConsoleServices

/** The page starts with the description of our server. */
export const storeOurMeta = (): void =>
  localStorage.setItem(metaKeyOf('/api/v1'), JSON.stringify({ ...defaultMeta, takes_expected: true }))
