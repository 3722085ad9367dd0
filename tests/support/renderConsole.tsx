import { render } from '@testing-library/react'
import userEvent, { PointerEventsCheckLevel, type UserEvent } from '@testing-library/user-event'
import toast from 'react-hot-toast/headless'
import { onTestFinished } from 'vitest'
import { createActor, type InspectionEvent, type Observer } from 'xstate'
import { App } from '../../src/App'
import type { ProblemSource } from '../../src/machines/report/problemReport.actors'
import { createLogic } from '../../src/machines/session/session.actors'
import { createBrowserServices } from '../../src/services/browser'
import { watchHistory } from '../../src/views/shell/history'
import { SourceContext } from '../../src/views/shell/logicContext'
import { forgetMessages } from '../../src/views/ui/recentMessages'
import { apiBaseUrl, type InProcessServer } from './inProcessServer'

interface Options {
  signedIn?: boolean
  inspect?: Observer<InspectionEvent>
  recorded?: ProblemSource['recorded']
  /** Called when the code behind the login loads: resolves once it is there, or rejects. */
  codeArrives?: () => Promise<void>
  /** Called instead of leading the browser to a foreign page, which jsdom cannot open. */
  leaveFor?: (address: string) => void
}

/** The whole console at one address, signed in as the server's operator, composed like `main.tsx`. */
export const renderConsole = (
  server: InProcessServer,
  path: string,
  { signedIn = true, inspect, recorded, codeArrives = async () => {}, leaveFor }: Options = {},
): { user: UserEvent; close: () => void } => {
  if (signedIn) localStorage.setItem('access_token', server.me.token)
  window.history.pushState(null, '', path)
  const closed = new AbortController()
  const services = createBrowserServices({ baseUrl: apiBaseUrl, fetch: fetchUntil(closed.signal) })
  const openConsole = async () => {
    await codeArrives()
    const opened = await services.openConsole()
    return leaveFor ? { ...opened, leaveFor } : opened
  }
  const logic = createLogic({ ...services, openConsole })
  const auth = createActor(logic.auth, { inspect })
  watchHistory()
  const source = recorded && { recorded, calls: services.requests.read }
  const app = <App logic={logic} auth={auth} inspect={inspect} />
  const view = render(source ? <SourceContext value={source}>{app}</SourceContext> : app)
  auth.start()
  const close = () => {
    view.unmount()
    auth.stop()
    closed.abort()
    toast.remove()
    forgetMessages()
  }
  onTestFinished(close)
  return { user: userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never }), close }
}

/** Requests end with their page: an actor that still writes would report its failure to the next test. */
const fetchUntil =
  (closed: AbortSignal): typeof fetch =>
  (address, init) =>
    closed.aborted
      ? never
      : window
          .fetch(address, { ...init, signal: AbortSignal.any([closed, ...(init?.signal ? [init.signal] : [])]) })
          .finally(() => (closed.aborted ? never : undefined))

const never = new Promise<never>(() => {})

export const textIn = (control: HTMLElement): string => {
  if (
    control instanceof HTMLInputElement ||
    control instanceof HTMLTextAreaElement ||
    control instanceof HTMLSelectElement
  )
    return control.value
  throw new TypeError(`${control.tagName} has no value`)
}

/** Whether the browser would ask before closing the tab now. */
export const closingIsQuestioned = (): boolean => {
  const closing = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(closing)
  return closing.defaultPrevented
}
