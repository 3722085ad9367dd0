import type { ComponentType } from 'react'
import { detailRoutes, publicRoutes, type Route, sections } from '../../routes'
import { type Late, late } from '../ui/late'

const files = import.meta.glob<{ default: ComponentType }>('../*/*Screen.tsx')

const screenOf = ({ path, screen }: Route): [path: string, screen: Late<object>] => {
  const load = files[`../${screen}.tsx`]
  if (!load) throw new Error(`${path} names no screen: there is no src/views/${screen}.tsx`)
  return [path, late(load)]
}

/** By path, each in a chunk of its own. */
export const publicScreens: ReadonlyMap<string, Late<object>> = new Map(publicRoutes.map(screenOf))
export const consoleScreens: ReadonlyMap<string, Late<object>> = new Map([...sections, ...detailRoutes].map(screenOf))
