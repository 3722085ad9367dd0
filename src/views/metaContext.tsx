import { useSelector } from '@xstate/react'
import { createContext, type ReactNode, use } from 'react'
import { metaLoader } from '../logic/meta'
import { defaultMeta, type Meta } from '../schemas/meta'
import { useScreenActor } from './screenActor'

const MetaContext = createContext(defaultMeta)

/** Asks the server once what it is; until the answer, and with a provider that has none, the defaults hold. */
export const MetaProvider = ({ children }: { children: ReactNode }) => {
  const loader = useScreenActor(metaLoader, { params: undefined })
  const meta = useSelector(loader, ({ context }) => context.data ?? defaultMeta)
  return <MetaContext value={meta}>{children}</MetaContext>
}

export const useMeta = (): Meta => use(MetaContext)
