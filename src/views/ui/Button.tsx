import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, FocusEvent, MouseEvent } from 'react'
import { type ButtonLook, buttonClass, iconButtonClass } from './buttonClass'
import { Spinner } from './states/Spinner'
import { useFocusHeir } from './useFocusHeir'

export * from './buttonClass'

export type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    icon?: LucideIcon
    busy?: boolean
    busyLabel?: string
  }

export const Button = ({
  tone,
  size,
  wide,
  icon: Icon,
  busy = false,
  busyLabel,
  disabled,
  className,
  onClick,
  children,
  type = 'button',
  ...rest
}: ButtonProps) => {
  const returnedFocus = useReturnedFocus(rest)
  return (
    <button
      {...rest}
      {...returnedFocus}
      type={type}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      onClick={unlessAriaDisabled(onClick)}
      className={buttonClass({ tone, size, wide, className })}
    >
      {busy ? <Spinner /> : Icon ? <Icon aria-hidden="true" className="size-4 shrink-0" /> : null}
      {busy && busyLabel ? busyLabel : children}
    </button>
  )
}

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  icon: LucideIcon
  label: string
  busy?: boolean
  size?: 'sm' | 'md'
}

export const IconButton = ({
  icon: Icon,
  label,
  busy = false,
  size = 'md',
  disabled,
  className,
  onClick,
  type = 'button',
  ...rest
}: IconButtonProps) => {
  const returnedFocus = useReturnedFocus(rest)
  return (
    <button
      title={label}
      {...rest}
      {...returnedFocus}
      type={type}
      aria-label={label}
      aria-busy={busy || undefined}
      disabled={disabled || busy}
      onClick={unlessAriaDisabled(onClick)}
      className={iconButtonClass({ size, className })}
    >
      {busy ? <Spinner /> : <Icon aria-hidden="true" className="size-4.5" />}
    </button>
  )
}

/** Looks disabled but stays reachable by keyboard, so that its hint can be read. */
const unlessAriaDisabled =
  (onClick: ButtonProps['onClick']) =>
  (event: MouseEvent<HTMLButtonElement>): void => {
    if (event.currentTarget.getAttribute('aria-disabled') === 'true') {
      event.preventDefault()
      return
    }
    onClick?.(event)
  }

/** A button that was disabled for a while receives the focus again. */
const useReturnedFocus = ({ onFocus, onBlur }: Pick<ButtonProps, 'onFocus' | 'onBlur'>) => {
  const heir = useFocusHeir()
  return {
    onFocus: (event: FocusEvent<HTMLButtonElement>) => {
      heir.onFocus(event)
      onFocus?.(event)
    },
    onBlur: (event: FocusEvent<HTMLButtonElement>) => {
      heir.onBlur(event)
      onBlur?.(event)
    },
  }
}
