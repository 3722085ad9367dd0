import { lazy } from '../ui/states/lazy'

export const NotFound = lazy(() => import('./NotFound'))
