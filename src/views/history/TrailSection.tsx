import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { activity } from '../../machines/history/history.actors'
import { useScreenActor } from '../shell/screenActor'
import { Button } from '../ui'
import { LazyPart } from '../ui/states/LazyPart'

export interface TrailSectionProps {
  title: string
  lead: string
  what: string
  className?: string
  /** Loaded when the section opens. */
  children: ReactNode
}

export const TrailSection = ({ title, lead, what, className, children }: TrailSectionProps) => {
  const disclosure = useScreenActor(activity)
  const isOpen = useSelector(disclosure, (snapshot) => snapshot.matches('open'))
  const heading = `${what.replaceAll(' ', '-')}-heading`
  return (
    <section aria-labelledby={heading} className={className}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div>
          <h2 id={heading} className="text-lg">
            {title}
          </h2>
          <p className="text-xs text-ink-2">{lead}</p>
        </div>
        <Button size="sm" aria-expanded={isOpen} onClick={() => disclosure.send({ type: 'toggle' })}>
          {isOpen ? `Hide ${what}` : `Show ${what}`}
        </Button>
      </div>
      {isOpen ? <LazyPart>{children}</LazyPart> : null}
    </section>
  )
}
