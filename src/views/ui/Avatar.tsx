import { cx } from './cx'
import { initialOf } from './initial'

export const Avatar = ({
  name,
  tone = 'soft',
  className,
}: {
  name: string
  tone?: 'soft' | 'ink'
  className?: string
}) => (
  <span
    aria-hidden="true"
    data-initial={initialOf(name)}
    className={cx(
      'inline-flex size-8 shrink-0 items-center justify-center rounded-full text-xs font-bold uppercase before:content-[attr(data-initial)]',
      tone === 'soft' ? 'bg-primary-soft text-primary-ink' : 'bg-ink text-surface',
      className,
    )}
  />
)
