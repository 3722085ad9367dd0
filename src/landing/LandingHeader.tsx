import { useState } from 'react'
import { buttonClass, iconButtonClass } from '../views/ui/buttonClass'
import { cx } from '../views/ui/cx'
import { useHydrated } from '../views/ui/hydrated'
import { Wordmark } from '../views/ui/Logo'
import { consoleDoors, contactEmail, publicDoors } from './config'
import { MenuIcon } from './icons'
import { MobileMenu } from './MobileMenu'

const navLink = 'rounded-sm text-md font-semibold hover:text-primary'

export interface LandingHeaderProps {
  /** Known only after hydration, because everybody gets the same prerendered page. */
  isSignedIn?: boolean
}

export const LandingHeader = ({ isSignedIn = false }: LandingHeaderProps) => {
  const [open, setOpen] = useState(false)
  const doors = useHydrated() && isSignedIn ? consoleDoors : publicDoors
  return (
    <>
      <header className="fixed inset-x-0 top-0 z-30 bg-canvas">
        <div className="mx-auto flex h-16 max-w-[90rem] items-center justify-between px-5 md:h-20 md:px-16">
          <a href="#top" className="inline-flex rounded-md">
            <Wordmark />
          </a>
          <nav aria-label="Main" className="ml-auto hidden items-center gap-8 md:mr-6 md:flex">
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
          <nav aria-label="Console" className="hidden items-center gap-6 border-l border-line pl-6 md:flex">
            {doors.map(({ href, name }, index) => (
              <a key={href} href={href} className={cx(navLink, index > 0 && 'max-lg:hidden')}>
                {name}
              </a>
            ))}
          </nav>
          <button
            type="button"
            aria-label="Open menu"
            aria-haspopup="dialog"
            aria-expanded={open}
            aria-controls="menu"
            onClick={() => setOpen(!open)}
            className={iconButtonClass({ className: '-mr-2.5 md:hidden noscript:hidden' })}
          >
            <MenuIcon />
          </button>
        </div>
      </header>
      <MobileMenu open={open} doors={doors} onClose={() => setOpen(false)} />
    </>
  )
}
