import { ChevronDown } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../cx'
import { useField } from './Field'

export type SelectProps = ComponentProps<'select'> & {
  adornment?: ReactNode
}

/** The browser's own select is best on phones and needs no script. */
export const Select = ({ adornment, className, children, ...rest }: SelectProps) => {
  const { readOnly, ...wired } = useField(rest)
  return (
    <div className={cx('relative', className)}>
      {adornment ? (
        <span className="pointer-events-none absolute top-1/2 left-3 inline-flex -translate-y-1/2">{adornment}</span>
      ) : null}
      <select
        {...rest}
        {...wired}
        disabled={rest.disabled || readOnly}
        className={cx('control appearance-none truncate pr-10', adornment ? 'pl-11' : null)}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-ink-2"
      />
    </div>
  )
}
