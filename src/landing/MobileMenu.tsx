import { useLayoutEffect, useRef } from 'react'
import { buttonClass, iconButtonClass } from '../views/ui/buttonClass'
import { contactEmail, type Door } from './config'
import { CloseIcon } from './icons'

interface MobileMenuProps {
  open: boolean
  doors: readonly Door[]
  onClose: () => void
}

/** The browser's modal dialog traps focus, closes on Escape and returns focus. */
export const MobileMenu = ({ open, doors, onClose }: MobileMenuProps) => {
  const dialog = useRef<HTMLDialogElement>(null)

  useLayoutEffect(() => {
    if (open === dialog.current?.open) return
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open])

  return (
    <dialog
      ref={dialog}
      id="menu"
      aria-labelledby="menu-title"
      onClose={onClose}
      onPointerDown={({ target }) => {
        if (target === dialog.current) onClose()
      }}
      className="m-0 ml-auto h-dvh max-h-none w-70 max-w-[calc(100vw-2.5rem)] translate-x-full rounded-l-xl bg-surface text-ink shadow-3 transition-[translate,display,overlay] transition-discrete duration-200 ease-calm backdrop:bg-scrim open:translate-x-0 starting:open:translate-x-full"
    >
      <div className="flex min-h-full flex-col p-5">
        <div className="mb-3 flex items-center justify-between">
          <h2 id="menu-title" className="text-xl">
            Menu
          </h2>
          <button type="button" aria-label="Close menu" onClick={onClose} className={iconButtonClass()}>
            <CloseIcon />
          </button>
        </div>
        <nav aria-label="Menu">
          <ul className="*:border-b *:border-line">
            <li>
              <MenuLink onFollow={onClose} href="#how-it-works">
                How It Works
              </MenuLink>
            </li>
            <li>
              <MenuLink onFollow={onClose} href="#features">
                Features
              </MenuLink>
            </li>
            {doors.map(({ href, name }) => (
              <li key={href}>
                <MenuLink onFollow={onClose} href={href}>
                  {name}
                </MenuLink>
              </li>
            ))}
            <li>
              <MenuLink onFollow={onClose} href={`mailto:${contactEmail}`}>
                Contact Us
              </MenuLink>
            </li>
          </ul>
        </nav>
        <MenuLink
          onFollow={onClose}
          href="#features"
          className={buttonClass({ tone: 'primary', size: 'lg', className: 'mt-6' })}
        >
          Sign Up
        </MenuLink>
      </div>
    </dialog>
  )
}

type MenuLinkProps = { href: string; onFollow: () => void; className?: string; children: string }

const MenuLink = ({ href, onFollow, className, children }: MenuLinkProps) => (
  <a href={href} onClick={onFollow} className={className ?? 'flex min-h-13 items-center text-lg font-semibold'}>
    {children}
  </a>
)
