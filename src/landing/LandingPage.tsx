import { Features } from './Features'
import { Footer } from './Footer'
import { Hero } from './Hero'
import { HowItWorks } from './HowItWorks'
import { LandingHeader, type LandingHeaderProps } from './LandingHeader'

/**
 * The public page. It is written to HTML when the console is built; in the browser only its two islands become React's
 * (`src/landing/islands.tsx`), so that what never changes costs no script.
 *
 * @param fonts address of the web fonts' stylesheet. A browser paints what stands above a stylesheet in the body before
 * it has arrived: the first screen waits neither for the layout of what follows nor for the look-up of fonts.
 */
export const LandingPage = ({ fonts, ...header }: LandingHeaderProps & { fonts?: string }) => (
  <div data-landing="">
    <div data-island="header">
      <LandingHeader {...header} />
    </div>
    <main id="top">
      <Hero />
      {fonts ? <link id="fonts" rel="stylesheet" href={fonts} /> : null}
      <Features />
      <div data-island="how-it-works">
        <HowItWorks />
      </div>
    </main>
    <Footer />
  </div>
)
