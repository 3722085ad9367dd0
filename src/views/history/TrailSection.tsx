import { type ReactNode, useState } from 'react'
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
  const [isOpen, setOpen] = useState(false)
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
        <Button size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? `Hide ${what}` : `Show ${what}`}
        </Button>
      </div>
      {isOpen ? <LazyPart>{children}</LazyPart> : null}
    </section>
  )
}
