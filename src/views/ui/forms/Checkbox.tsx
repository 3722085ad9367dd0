import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../cx'

export const Checkbox = ({
  children,
  className,
  ...rest
}: Omit<ComponentProps<'input'>, 'type'> & { children: ReactNode }) => (
  <label className={cx('inline-flex min-h-8 items-center gap-2.5 text-sm coarse:min-h-ctl', className)}>
    <input
      {...rest}
      type="checkbox"
      className="size-4.5 shrink-0 accent-(--primary) outline-offset-2 disabled:accent-(--ink-3)"
    />
    <span>{children}</span>
  </label>
)
