import { cx } from './cx'
import { initialOf } from './initial'

/** The first letter of a handle in a disc; decoration, the name stands beside it. */
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
    className={cx(
      'inline-flex size-8 shrink-0 items-center justify-center rounded-full text-xs font-bold uppercase',
      tone === 'soft' ? 'bg-primary-soft text-primary-ink' : 'bg-ink text-surface',
      className,
    )}
  >
    {initialOf(name)}
  </span>
)
