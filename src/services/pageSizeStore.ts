import * as z from 'zod/mini'
import { pageSizeKey, pageSizes } from '../schemas/tableState'
import { createStored } from './stored'

/** How many rows of a list were chosen last on this device. */
export const createPageSizeStore = (storage: Storage) => createStored(storage, pageSizeKey, z.literal([...pageSizes]))
