import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { cx } from '../cx'
import { useField } from './Field'

export type PasswordInputProps = Omit<ComponentProps<'input'>, 'type'> & {
  what?: string
  large?: boolean
}

/** For credentials that are no login pass `autoComplete="off"`. */
export const PasswordInput = ({ what = 'password', large = false, className, ...rest }: PasswordInputProps) => {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <div className={cx('relative', className)}>
      <input
        spellCheck={false}
        autoCapitalize="none"
        autoCorrect="off"
        {...rest}
        {...useField(rest)}
        type={shown ? 'text' : 'password'}
        className={cx('control pr-12', large && 'min-h-12 text-md')}
      />
      <button
        type="button"
        aria-label={`${shown ? 'Hide' : 'Show'} ${what}`}
        disabled={rest.disabled}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 inline-flex w-11 items-center justify-center rounded-md text-ink-2 outline-offset-[-4px] hover:text-ink disabled:text-ink-3"
      >
        <Icon aria-hidden="true" className="size-4.5" />
      </button>
    </div>
  )
}
