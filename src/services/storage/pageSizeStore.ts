import * as z from 'zod/mini'
import { pageSizeKey, pageSizes } from '../../schemas/tableState'
import { createStored } from './stored'

export const createPageSizeStore = (storage: Storage) => createStored(storage, pageSizeKey, z.literal([...pageSizes]))
