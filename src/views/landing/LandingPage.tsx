import { Features } from './Features'
import { Footer } from './Footer'
import { Hero } from './Hero'
import { HowItWorks } from './HowItWorks'
import { LandingHeader } from './LandingHeader'
import { MobileMenu } from './MobileMenu'

/** The public page: written to HTML when the console is built, and made interactive by enhance.ts, without React. */
export const LandingPage = () => (
  <div data-landing="">
    <LandingHeader />
    <MobileMenu />
    <main id="top">
      <Hero />
      <Features />
      <HowItWorks />
    </main>
    <Footer />
  </div>
)
