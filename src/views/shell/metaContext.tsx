import { useSelector } from '@xstate/react'
import { createContext, type ReactNode, use, useState } from 'react'
import { metaLoader } from '../../machines/shell/console.actors'
import { defaultMeta, isOurs, type Meta } from '../../schemas/system'
import { useLogic } from './logicContext'
import { useScreenActor } from './screenActor'

export const MetaContext = createContext(defaultMeta)

export const MetaProvider = ({ children }: { children: ReactNode }) => {
  const loader = useScreenActor(metaLoader, { params: undefined })
  const [last] = useState(useLogic().lastMeta)
  const meta = useSelector(loader, ({ context }) => context.data ?? last)
  return <MetaContext value={meta}>{children}</MetaContext>
}

export const useMeta = (): Meta => use(MetaContext)

/** For everything that needs more than the specified calls. */
export const Ours = ({ children }: { children: ReactNode }) => <>{isOurs(use(MetaContext)) ? children : null}</>
