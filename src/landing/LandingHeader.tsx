import { useCallback, useSyncExternalStore } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { disclosureMachine } from '../machines/disclosure'
import { buttonClass, iconButtonClass } from '../views/ui/buttonClass'
import { Wordmark } from '../views/ui/Logo'
import { contactEmail } from './config'
import { MenuIcon } from './icons'
import { MobileMenu } from './MobileMenu'

const navLink = 'rounded-sm text-md font-semibold hover:text-primary'

export type MenuRef = ActorRefFrom<typeof disclosureMachine>

/** The bar at the top with the menu of small screens. It becomes interactive on its own, apart from the rest of the page. */
export const LandingHeader = ({ menu }: { menu: MenuRef }) => {
  const open = useIsOpen(menu)
  return (
    <>
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
            aria-label="Open menu"
            aria-haspopup="dialog"
            aria-expanded={open}
            aria-controls="menu"
            onClick={() => menu.send({ type: 'toggle' })}
            className={iconButtonClass({ className: '-mr-2.5 md:hidden noscript:hidden' })}
          >
            <MenuIcon />
          </button>
        </div>
      </header>
      <MobileMenu open={open} onClose={() => menu.send({ type: 'close' })} />
    </>
  )
}

/** What `useSelector` of @xstate/react does, in a page that is too small to load it. */
const useIsOpen = (menu: MenuRef): boolean => {
  const subscribe = useCallback(
    (listener: () => void) => {
      const subscription = menu.subscribe(listener)
      return () => subscription.unsubscribe()
    },
    [menu],
  )
  const isOpen = () => menu.getSnapshot().matches('open')
  return useSyncExternalStore(subscribe, isOpen, isOpen)
}
