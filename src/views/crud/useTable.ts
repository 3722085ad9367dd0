import { useSelector } from '@xstate/react'
import { useLocation, useRouter } from 'wouter'
import { useEmitted } from '../../effects'
import type { Provided } from '../../machines/crud/provided.actors'
import type { TableLogic } from '../../machines/crud/table'
import { useScreenActor } from '../shell/screenActor'

export const useTable = <TState, TChange>(machine: Provided<TableLogic<TState, TChange>>) => {
  const [path, navigate] = useLocation()
  const router = useRouter()
  /** Unparsed, because `useSearch` decodes a part of it, and `50%25de` twice. */
  const query = router.searchHook(router)
  const table = useScreenActor(machine, { query })
  useEmitted(table, 'query.chosen', (chosen) => navigate(path + chosen.query, { replace: chosen.replace }))
  return { table, path, state: useSelector(table, ({ context }) => context.state) }
}
