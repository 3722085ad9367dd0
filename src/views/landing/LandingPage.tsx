import { Features } from './Features'
import { Footer } from './Footer'
import { Hero } from './Hero'
import { HowItWorks } from './HowItWorks'
import { LandingHeader, type MenuRef } from './LandingHeader'

/**
 * The public page. It is written to HTML when the console is built; in the browser only its two islands become React's
 * (`src/landingIslands.tsx`), so that what never changes costs no script.
 */
export const LandingPage = ({ menu }: { menu: MenuRef }) => (
  <div data-landing="">
    <div data-island="header">
      <LandingHeader menu={menu} />
    </div>
    <main id="top">
      <Hero />
      <Features />
      <div data-island="how-it-works">
        <HowItWorks />
      </div>
    </main>
    <Footer />
  </div>
)
