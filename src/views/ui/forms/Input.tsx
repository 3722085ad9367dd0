import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from '../cx'
import { useField } from './Field'

export type InputProps = ComponentProps<'input'> & { icon?: LucideIcon }

export const Input = ({ icon: Icon, className, ...rest }: InputProps) => {
  const wired = useField(rest)
  if (!Icon) return <input {...rest} {...wired} className={cx('control', className)} />
  return (
    <div className={cx('relative', className)}>
      <Icon
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-4.5 -translate-y-1/2 text-ink-2"
      />
      <input {...rest} {...wired} className="control pl-10" />
    </div>
  )
}

export const TextArea = ({ className, rows = 4, ...rest }: ComponentProps<'textarea'>) => (
  <textarea {...rest} {...useField(rest)} rows={rows} className={cx('control resize-y', className)} />
)
