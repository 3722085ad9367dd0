import { useActorRef, useSelector } from '@xstate/react'
import { createContext, type ReactNode, use } from 'react'
import { defaultMeta, type Meta } from '../schemas/meta'
import { useInspect, useLogic } from './logicContext'

const MetaContext = createContext(defaultMeta)

/** Asks the server once what it is; until the answer, and with a provider that has none, the defaults hold. */
export const MetaProvider = ({ children }: { children: ReactNode }) => {
  const loader = useActorRef(useLogic().loaders.meta, { inspect: useInspect(), input: { params: undefined } })
  const meta = useSelector(loader, ({ context }) => context.data ?? defaultMeta)
  return <MetaContext value={meta}>{children}</MetaContext>
}

export const useMeta = (): Meta => use(MetaContext)
