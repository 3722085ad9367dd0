import './schemas/jitless'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createActor } from 'xstate'
import { App } from './App'
import { createLogic } from './logic'
import { createBrowserServices } from './services/browser'
import { watchHistory } from './views/crud/leaveGuard'

/** Services, then logic, then the session's actor, which runs outside React, then the views. */
export const start = async (root: HTMLElement): Promise<void> => {
  const services = createBrowserServices({ baseUrl: import.meta.env.VITE_API_BASE_URL || '/api/v1' })
  const logic = createLogic(services)
  const inspect = import.meta.env.DEV ? (await import('./inspector')).startInspection() : undefined
  const auth = createActor(logic.auth, { inspect })
  const app = (
    <StrictMode>
      <App logic={logic} auth={auth} device={services} inspect={inspect} />
    </StrictMode>
  )
  watchHistory()
  auth.start()
  if (root.firstElementChild) hydrateRoot(root, app)
  else createRoot(root).render(app)
}
