import './schemas/jitless'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { createActor, type Observer } from 'xstate'
import { App, preloadConsole } from './App'
import { keepCompositionKeys } from './boot/compositions'
import { createLogic } from './machines/session/session.actors'
import { createFlightRecorder } from './recording/flightRecorder'
import { apiBase } from './services/api/apiBase'
import { createBrowserServices } from './services/browser'
import { openStorage } from './services/storage/openStorage'
import { recordingKey } from './services/storage/storageKeys'
import { createStored } from './services/storage/stored'
import { retryStylesheets } from './services/stylesheets'
import { watchHistory } from './views/shell/history'
import { emptySource, SourceContext } from './views/shell/logicContext'
import { publicScreens } from './views/shell/screens'
import { brokenScreen } from './views/ui/states/ErrorBoundary'
import { whenIdle } from './views/ui/whenIdle'

const root = document.getElementById('root')
if (!root) throw new Error('No #root')
document.getElementById('not-loaded')?.remove()

/** Requested first, because a prerendered page hydrates when its screen's code is loaded. */
const screenHere = publicScreens.get(window.location.pathname)?.preload()

let source = emptySource
let pages: Root | undefined

const showStopped = (error: unknown): void => {
  console.error(error)
  pages ??= createRoot(root)
  pages.render(<SourceContext value={source}>{brokenScreen(error)}</SourceContext>)
}

const start = async (): Promise<void> => {
  retryStylesheets(window)
  keepCompositionKeys(window)
  const services = createBrowserServices({ baseUrl: apiBase })
  const logic = createLogic(services, () => preloadConsole(window.location.pathname))
  const storage = openStorage(() => window.sessionStorage)
  const recorder = createFlightRecorder(async () => {
    const { createStoredRing, pagesBefore } = await import('./recording/storedRing')
    const stored = () => createStored(storage, recordingKey(services.session.operator()), pagesBefore)
    return { createRing: () => createStoredRing(stored, window) }
  }, whenIdle)
  const inspect = import.meta.env.DEV
    ? both(recorder.observer, (await import('../inspector/start')).startInspection())
    : recorder.observer
  source = { recorded: recorder.read, calls: services.requests.read }
  const auth = createActor(logic.auth, { inspect })
  const app = (
    <StrictMode>
      <SourceContext value={source}>
        <App logic={logic} auth={auth} inspect={inspect} />
      </SourceContext>
    </StrictMode>
  )
  /** One operator's events must not reach the next. */
  let operator = services.session.operator()
  auth.subscribe({
    next: (snapshot) => {
      const before = operator
      operator = services.session.operator()
      if (operator === before && !snapshot.matches({ signedOut: 'leaving' })) return
      void recorder.forget()
      services.requests.forget()
    },
    error: showStopped,
  })
  watchHistory()
  auth.start()
  root.addEventListener('input', logic.prepareConsole, { once: true })
  if (root.firstElementChild) await screenHere
  if (pages) return
  if (root.firstElementChild) pages = hydrateRoot(root, app, { onUncaughtError: showStopped })
  else {
    pages = createRoot(root, { onUncaughtError: showStopped })
    pages.render(app)
  }
  whenIdle(() => void import('./views/ui/styles/fonts.css'))
}

const both = <T,>(one: Observer<T>, other: Observer<T>): Observer<T> => ({
  next: (value) => {
    one.next?.(value)
    other.next?.(value)
  },
})

if (import.meta.env.DEV) void import('./boot/devTheme')

/**
 * Only the development server serves the landing page from here. It starts in its own task, because running the modules
 * takes as long as a task may.
 */
if (import.meta.env.DEV && window.location.pathname === '/') void import('./landing/main')
else setTimeout(() => void start().catch(showStopped))
