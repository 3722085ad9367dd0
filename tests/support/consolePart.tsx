import { type RenderResult, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createActor } from 'xstate'
import { createConsoleLogic } from '../../src/actors/console'
import { createLogic } from '../../src/actors/session'
import { createBrowserServices } from '../../src/services/browser'
import type { ConsoleServices } from '../../src/services/services'
import { createTyped } from '../../src/services/typed'
import { LogicProvider } from '../../src/views/logicContext'
import { servicesOf } from './consoleServices'
import { apiBaseUrl } from './inProcessServer'

interface Options {
  /** The calls that the part makes. */
  api?: object
  others?: { [TName in keyof ConsoleServices]?: Partial<ConsoleServices[TName]> }
}

/** A part of the console alone, with no session; its actors have these calls and services. */
export const renderPart = (part: ReactNode, { api = {}, others = {} }: Options = {}): RenderResult => {
  const services = servicesOf(api, {
    typed: createTyped(() => 'somebody'),
    ...(others as Partial<ConsoleServices>),
  })
  const consoleLogic = createConsoleLogic(services)
  const logic = { ...createLogic(createBrowserServices({ baseUrl: apiBaseUrl })), consoleLogic: () => consoleLogic }
  const auth = createActor(logic.auth)
  return render(
    <LogicProvider logic={logic} auth={auth}>
      {part}
    </LogicProvider>,
  )
}
