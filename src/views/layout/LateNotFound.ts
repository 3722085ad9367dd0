import { late } from '../ui/late'

export const NotFound = late(() => import('./NotFound'))
