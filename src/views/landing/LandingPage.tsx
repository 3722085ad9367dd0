import type { disclosureMachine } from '../../machines/disclosure'
import { Features } from './Features'
import { Footer } from './Footer'
import { Hero } from './Hero'
import { HowItWorks } from './HowItWorks'
import { LandingHeader } from './LandingHeader'

export type LandingPageProps = { menuLogic: typeof disclosureMachine }

/** The public page. Prerendered: it reads the same without any script. */
export const LandingPage = ({ menuLogic }: LandingPageProps) => (
  <div data-landing="">
    <LandingHeader menuLogic={menuLogic} />
    <main id="top">
      <Hero />
      <Features />
      <HowItWorks />
    </main>
    <Footer />
  </div>
)
