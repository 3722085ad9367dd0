import { Menu } from 'lucide-react'
import { buttonClass, iconButtonClass } from '../ui/Button'
import { Wordmark } from '../ui/Logo'
import { contactEmail } from './config'

const navLink = 'rounded-sm text-md font-semibold hover:text-primary'

export const LandingHeader = () => (
  <header className="fixed inset-x-0 top-0 z-30 bg-canvas">
    <div className="mx-auto flex h-16 max-w-[90rem] items-center justify-between px-5 md:h-20 md:px-16">
      <a href="#top" className="inline-flex rounded-md">
        <Wordmark />
      </a>
      <nav aria-label="Main" className="hidden items-center gap-8 md:flex">
        <a href="#how-it-works" className={navLink}>
          How It Works
        </a>
        <a href="#features" className={navLink}>
          Features
        </a>
        <a href={`mailto:${contactEmail}`} className={buttonClass()}>
          Contact Us
        </a>
      </nav>
      <button
        type="button"
        data-menu="toggle"
        aria-label="Open menu"
        aria-haspopup="dialog"
        aria-expanded="false"
        aria-controls="menu"
        className={iconButtonClass({ className: '-mr-2.5 md:hidden noscript:hidden' })}
      >
        <Menu aria-hidden="true" className="size-4.5" />
      </button>
    </div>
  </header>
)
