import { Features } from './Features'
import { Footer } from './Footer'
import { Hero } from './Hero'
import { HowItWorks } from './HowItWorks'
import { LandingHeader, type LandingHeaderProps } from './LandingHeader'

/**
 * The build writes this page as HTML; the browser hydrates only its two islands (`src/landing/islands.tsx`). @param
 * fonts address of the web fonts' stylesheet. Browsers paint content above a stylesheet in the body first, so the first
 * screen does not wait for fonts.
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
