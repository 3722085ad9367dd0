import { lazy } from '../ui/lazy'

export const NotFound = lazy(() => import('./NotFound'))
