import { createQueueSettings } from '../../services/storage/queueStore'
import { provided } from '../crud/provided.actors'

/** The settings of the queue, for screens without it. */
export const queueSettings = provided((services) => createQueueSettings(services.storage, services.operator))
