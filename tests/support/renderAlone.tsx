import type { RenderResult } from '@testing-library/react'
import userEvent, { PointerEventsCheckLevel, type UserEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import toast from 'react-hot-toast/headless'
import { onTestFinished } from 'vitest'
import { defaultMeta, type Meta } from '../../src/schemas/system'
import type { ConsoleServices } from '../../src/services/services'
import { MetaProvider } from '../../src/views/metaContext'
import { forgetMessages } from '../../src/views/ui/recentMessages'
import { renderPart } from './consolePart'

interface Alone {
  /** What answers the calls of its actors. */
  api?: object
  /** What the server says of itself, where that is not the default. */
  meta?: Partial<Meta>
  services?: { [TName in keyof ConsoleServices]?: Partial<ConsoleServices[TName]> }
}

/** As `renderPart`, of a server that says this of itself. */
export const renderAlone = (
  part: ReactNode,
  { api = {}, meta, services = {} }: Alone = {},
): RenderResult & { user: UserEvent } => {
  const told = { ...defaultMeta, ...meta }
  onTestFinished(() => {
    toast.remove()
    forgetMessages()
  })
  const view = renderPart(<MetaProvider>{part}</MetaProvider>, {
    api,
    others: { lastMeta: () => told, loadMeta: async () => told, ...services },
  })
  return { ...view, user: userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never }) }
}
