import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { activity } from '../../machines/history/history.actors'
import { useScreenActor } from '../shell/screenActor'
import { Button } from '../ui'
import { LazyPart } from '../ui/LazyPart'

export interface TrailSectionProps {
  title: string
  lead: string
  /** What the button says: `Show ${what}`, `Hide ${what}`. */
  what: string
  className?: string
  /** Its code and its lines are loaded when they are asked for. */
  children: ReactNode
}

/** A list of the audit trail behind a button. */
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
