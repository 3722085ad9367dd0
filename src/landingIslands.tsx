import { type ReactNode, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createActor } from 'xstate'
import { disclosureMachine } from './machines/disclosure'
import { HowItWorks } from './views/landing/HowItWorks'
import { LandingHeader } from './views/landing/LandingHeader'
import { MarkHydrated } from './views/ui/hydrated'

const islands: Record<string, ReactNode> = {
  header: <LandingHeader menu={createActor(disclosureMachine).start()} />,
  'how-it-works': <HowItWorks />,
}

/** Hands the parts of the prerendered landing page that react to the visitor over to React. */
export const hydrate = (): void => {
  for (const place of document.querySelectorAll<HTMLElement>('[data-island]')) {
    hydrateRoot(
      place,
      <StrictMode>
        {islands[place.dataset.island ?? '']}
        <MarkHydrated />
      </StrictMode>,
    )
  }
}
