import type { ComponentType } from 'react'
import { detailRoutes, publicRoutes, type Route, sections, settings } from '../../routes'
import { type Lazy, lazy } from '../ui/states/lazy'

const files = import.meta.glob<{ default: ComponentType }>('../*/*Screen.tsx')

const screenOf = ({ path, screen }: Route): [path: string, screen: Lazy<object>] => {
  const load = files[`../${screen}.tsx`]
  if (!load) throw new Error(`${path} names no screen: there is no src/views/${screen}.tsx`)
  return [path, lazy(load)]
}

export const publicScreens: ReadonlyMap<string, Lazy<object>> = new Map(publicRoutes.map(screenOf))
export const consoleScreens: ReadonlyMap<string, Lazy<object>> = new Map(
  [...sections, settings, ...detailRoutes].map(screenOf),
)
