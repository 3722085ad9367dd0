import { useActorRef, useSelector } from '@xstate/react'
import { Menu } from 'lucide-react'
import { useCallback } from 'react'
import type { disclosureMachine } from '../../machines/disclosure'
import { buttonClass, IconButton } from '../ui/Button'
import { Wordmark } from '../ui/Logo'
import { contactEmail } from './config'
import { MobileMenu } from './MobileMenu'

const navLink = 'rounded-sm text-md font-semibold hover:text-primary'

export const LandingHeader = ({ menuLogic }: { menuLogic: typeof disclosureMachine }) => {
  const menu = useActorRef(menuLogic)
  const open = useSelector(menu, (snapshot) => snapshot.matches('open'))
  const close = useCallback(() => menu.send({ type: 'close' }), [menu])
  return (
    <>
      <header className="fixed inset-x-0 top-0 z-30 bg-canvas/92 backdrop-blur-md">
        <div className="mx-auto flex h-16 max-w-[90rem] items-center justify-between px-5 md:h-20 md:px-16">
          <a href="#top" className="rounded-md">
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
          <IconButton
            icon={Menu}
            label="Open menu"
            aria-haspopup="dialog"
            aria-expanded={open}
            onClick={() => menu.send({ type: 'toggle' })}
            className="-mr-2.5 md:hidden noscript:hidden"
          />
        </div>
      </header>
      <MobileMenu open={open} onClose={close} />
    </>
  )
}
