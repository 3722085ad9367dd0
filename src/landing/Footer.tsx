import { Wordmark } from '../views/ui/Logo'
import { contactEmail } from './config'

const link = 'inline-flex min-h-8 items-center rounded-sm text-md hover:underline'

export const Footer = () => (
  <footer className="below-fold-98 bg-night text-on-night md:below-fold-70">
    <div className="mx-auto max-w-[90rem] px-5 pt-14 pb-9 md:px-16">
      <div className="grid grid-cols-2 gap-x-8 gap-y-9 md:grid-cols-[1fr_auto_auto] md:gap-x-24">
        <div className="max-md:col-span-2">
          <Wordmark onNight />
          <p className="mt-4 text-md text-on-night-2">AI-powered comment generation for X</p>
        </div>
        <nav aria-labelledby="quick-links">
          <h2 id="quick-links" className="mb-2 font-sans text-sm font-semibold tracking-normal text-on-night-2">
            Quick Links
          </h2>
          <ul>
            <li>
              <a href="#how-it-works" className={link}>
                How It Works
              </a>
            </li>
            <li>
              <a href="#features" className={link}>
                Features
              </a>
            </li>
          </ul>
        </nav>
        <div className="min-w-0">
          <h2 className="mb-2 font-sans text-sm font-semibold tracking-normal text-on-night-2">Contact</h2>
          <a href={`mailto:${contactEmail}`} className={`${link} break-all`}>
            {contactEmail}
          </a>
        </div>
      </div>
      <p className="mt-12 border-t border-night-line pt-6 text-sm text-on-night-2">© 2025 Auto Comment Bot</p>
    </div>
  </footer>
)
