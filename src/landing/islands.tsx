import { type ReactNode, StrictMode } from 'react'
import { openStorage } from '../services/storage/openStorage'
import { createTokenStore } from '../services/storage/tokenStore'
import { MarkHydrated } from '../views/ui/hydrated'
import { HowItWorks } from './HowItWorks'
import { LandingHeader } from './LandingHeader'

const keepsSession = () =>
  createTokenStore(
    openStorage(() => localStorage),
    window,
  ).get() !== undefined

const islands: [name: string, draw: () => ReactNode][] = [
  ['header', () => <LandingHeader isSignedIn={keepsSession()} />],
  [
    'how-it-works',
    () => (
      <>
        <HowItWorks />
        <MarkHydrated />
      </>
    ),
  ],
]

/**
 * Hydrates the islands; each loses its `data-island`. Each island takes its own task, so that the browser can respond
 * in between.
 */
export const hydrate = async (): Promise<void> => {
  await nextTask()
  const { hydrateRoot } = await import('react-dom/client')
  for (const [name, draw] of islands) {
    await nextTask()
    const place = document.querySelector(`[data-island="${name}"]`)
    if (!place) continue
    place.removeAttribute('data-island')
    hydrateRoot(place, <StrictMode>{draw()}</StrictMode>)
  }
}

const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve))
