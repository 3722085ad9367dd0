import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { LandingPage } from './views/landing/LandingPage'

export const draw = (root: HTMLElement): void => flushSync(() => createRoot(root).render(<LandingPage />))
