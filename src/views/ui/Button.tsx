import type { LucideIcon } from 'lucide-react'
import { type ComponentProps, type MouseEvent, useLayoutEffect, useRef } from 'react'
import { type ButtonLook, buttonClass, iconButtonClass } from './buttonClass'
import { Spinner } from './Spinner'

export * from './buttonClass'

export type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    icon?: LucideIcon
    /** Disables the button and shows the spinner; focus comes back to it when the work is over. */
    busy?: boolean
    /** What the button says while busy, e.g. "Logging in..."; its usual label otherwise. */
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
  useFocusAfterBusy(busy)
  return (
    <button
      {...rest}
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
  /** The accessible name, shown as a tooltip too. */
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
  useFocusAfterBusy(busy)
  return (
    <button
      title={label}
      {...rest}
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

/** A browser drops focus from a button that becomes disabled: give it back when nothing else took it meanwhile. */
const useFocusAfterBusy = (busy: boolean): void => {
  const focused = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const active = document.activeElement
    if (busy) {
      focused.current = active instanceof HTMLButtonElement && active.disabled ? active : null
    } else if (focused.current) {
      if (active === document.body || active === focused.current) focused.current.focus()
      focused.current = null
    }
  }, [busy])
}
