import { type RenderResult, render } from '@testing-library/react'
import userEvent, { PointerEventsCheckLevel, type UserEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import toast from 'react-hot-toast/headless'
import { onTestFinished } from 'vitest'
import { createActor } from 'xstate'
import { createLogic } from '../../src/machines/session/session.actors'
import { createConsoleLogic } from '../../src/machines/shell/console.actors'
import { defaultMeta, type Meta } from '../../src/schemas/system'
import { createBrowserServices } from '../../src/services/browser'
import type { ConsoleServices } from '../../src/services/services'
import { createTyped } from '../../src/services/typed'
import { DeviceProvider } from '../../src/views/shell/deviceContext'
import { LogicProvider } from '../../src/views/shell/logicContext'
import { MetaProvider } from '../../src/views/shell/metaContext'
import { forgetMessages } from '../../src/views/ui/recentMessages'
import { servicesOf } from './consoleServices'
import { deviceWith } from './device'
import { apiBaseUrl } from './inProcessServer'

interface Options {
  api?: object
  meta?: Partial<Meta>
  services?: { [TName in keyof ConsoleServices]?: Partial<ConsoleServices[TName]> }
}

interface Part extends RenderResult {
  user: UserEvent
  copied: string[]
}

/** A part of the console without a session; its actors have these calls and services. */
export const renderPart = (part: ReactNode, { api = {}, meta, services = {} }: Options = {}): Part => {
  const told = { ...defaultMeta, takes_expected: true, ...meta }
  const operator = () => 'somebody'
  const given = {
    operator,
    storage: localStorage,
    typed: createTyped(operator),
    lastMeta: () => told,
    loadMeta: async () => told,
    ...services,
  }
  const consoleLogic = createConsoleLogic(servicesOf(api, given as Partial<ConsoleServices>))
  const logic = { ...createLogic(createBrowserServices({ baseUrl: apiBaseUrl })), consoleLogic: () => consoleLogic }
  const copied: string[] = []
  const view = render(
    <LogicProvider logic={logic} auth={createActor(logic.auth)}>
      <MetaProvider>
        <DeviceProvider device={deviceWith(async (text) => void copied.push(text))}>{part}</DeviceProvider>
      </MetaProvider>
    </LogicProvider>,
  )
  onTestFinished(() => {
    toast.remove()
    forgetMessages()
  })
  return { ...view, user: userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never }), copied }
}
