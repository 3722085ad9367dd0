import { createRoot, hydrateRoot } from 'react-dom/client'
import { disclosureMachine } from './machines/disclosure'
import { LandingPage } from './views/landing/LandingPage'

const firstUse = ['pointerdown', 'keydown', 'focusin'] as const

/** The prerendered page is complete: it becomes interactive when the browser is idle, or at the visitor's first move. */
export const start = (root: HTMLElement): void => {
  const page = <LandingPage menuLogic={disclosureMachine} />
  if (!root.firstElementChild) {
    createRoot(root).render(page)
    return
  }
  const leave = new AbortController()
  const hydrate = () => {
    if (leave.signal.aborted) return
    leave.abort()
    hydrateRoot(root, page)
  }
  for (const type of firstUse) window.addEventListener(type, hydrate, { signal: leave.signal, capture: true })
  if ('requestIdleCallback' in window) window.requestIdleCallback(hydrate, { timeout: 2000 })
  else setTimeout(hydrate, 200)
}
