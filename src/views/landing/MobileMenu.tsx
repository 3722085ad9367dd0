import { X } from 'lucide-react'
import { buttonClass, iconButtonClass } from '../ui/Button'
import { contactEmail } from './config'

/** The browser's own modal dialog: it traps focus, closes on Escape and gives focus back. */
export const MobileMenu = () => (
  <dialog
    id="menu"
    aria-labelledby="menu-title"
    className="m-0 ml-auto h-dvh max-h-none w-70 max-w-[calc(100vw-2.5rem)] translate-x-full rounded-l-xl bg-surface text-ink shadow-3 transition-[translate,display,overlay] transition-discrete duration-200 ease-calm backdrop:bg-scrim open:translate-x-0 starting:open:translate-x-full"
  >
    <div className="flex min-h-full flex-col p-5">
      <div className="mb-3 flex items-center justify-between">
        <h2 id="menu-title" className="text-xl">
          Menu
        </h2>
        <button type="button" data-menu="close" aria-label="Close menu" className={iconButtonClass()}>
          <X aria-hidden="true" className="size-4.5" />
        </button>
      </div>
      <nav aria-label="Menu">
        <ul className="*:border-b *:border-line">
          <li>
            <MenuLink href="#how-it-works">How It Works</MenuLink>
          </li>
          <li>
            <MenuLink href="#features">Features</MenuLink>
          </li>
          <li>
            <MenuLink href={`mailto:${contactEmail}`}>Contact Us</MenuLink>
          </li>
        </ul>
      </nav>
      <a href="#features" className={buttonClass({ tone: 'primary', size: 'lg', className: 'mt-6' })}>
        Sign Up
      </a>
    </div>
  </dialog>
)

const MenuLink = ({ href, children }: { href: string; children: string }) => (
  <a href={href} className="flex min-h-13 items-center text-lg font-semibold">
    {children}
  </a>
)
