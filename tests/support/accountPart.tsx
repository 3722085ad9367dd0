import type { RenderResult } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import toast from 'react-hot-toast/headless'
import { onTestFinished } from 'vitest'
import { createConnectivity } from '../../src/services/connectivity'
import { createPreferences } from '../../src/services/preferences'
import type { ConsoleServices } from '../../src/services/services'
import { DeviceProvider } from '../../src/views/layout/deviceContext'
import { renderPart } from './consolePart'

interface Options {
  api: object
  others?: { [TName in keyof ConsoleServices]?: Partial<ConsoleServices[TName]> }
}

/** A part of the operator's account alone, whose actors make these calls. `copied` is what went to the clipboard. */
export const renderAccountPart = (
  part: ReactNode,
  { api, others = {} }: Options,
): RenderResult & { user: UserEvent; copied: string[] } => {
  const copied: string[] = []
  const device = {
    preferences: createPreferences(localStorage, document),
    connectivity: createConnectivity({ onLine: true }, new EventTarget()),
    clipboard: {
      write: async (text: string) => {
        copied.push(text)
      },
    },
  }
  onTestFinished(() => toast.remove())
  const user = userEvent.setup()
  const view = renderPart(<DeviceProvider device={device}>{part}</DeviceProvider>, { api, others })
  return { ...view, user, copied }
}

/** A call that is answered when the test says so. */
export const held = <TAnswer,>() => {
  let answer: (value: TAnswer) => void = () => {}
  let refuse: (error: unknown) => void = () => {}
  const promise = new Promise<TAnswer>((resolve, reject) => {
    answer = resolve
    refuse = reject
  })
  return { promise, answer, refuse }
}
