import { useActorRef, useSelector } from '@xstate/react'
import { defaultMeta, type Meta } from '../schemas/meta'
import { useLogic } from './logicContext'

/** What the server says about itself; the defaults until then. */
export const useMeta = (): Meta => {
  const loader = useActorRef(useLogic().loaders.meta, { input: { params: undefined } })
  return useSelector(loader, ({ context }) => context.data ?? defaultMeta)
}
