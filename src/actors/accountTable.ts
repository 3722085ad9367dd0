import { tableRules } from '../schemas/tableState'
import { provided } from './provided'
import { tableOf } from './table'

export const accountTable = provided((services) => tableOf(services, tableRules))
