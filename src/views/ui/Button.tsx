import type { LucideIcon } from 'lucide-react'
import { type ComponentProps, type MouseEvent, useLayoutEffect, useRef } from 'react'
import { cx } from './cx'
import { Spinner } from './Spinner'

export type ButtonTone = 'primary' | 'soft' | 'outline' | 'quiet' | 'danger' | 'accent'
export type ButtonSize = 'sm' | 'md' | 'lg'

const offWhenDisabled =
  'disabled:border-line disabled:bg-sunken disabled:text-ink-3 aria-disabled:border-line aria-disabled:bg-sunken aria-disabled:text-ink-3'

const tones: Record<ButtonTone, string> = {
  primary: 'border-transparent bg-primary text-on-primary hover:bg-primary-hover active:bg-primary-active',
  soft: 'border-transparent bg-primary-soft text-primary-ink hover:bg-primary-line/60 active:bg-primary-line',
  outline: 'border-line-strong bg-surface text-ink hover:bg-sunken active:bg-line',
  quiet: 'border-transparent text-ink-2 hover:bg-sunken hover:text-ink active:bg-line',
  danger: 'border-transparent bg-danger text-on-danger hover:bg-danger-hover',
  accent: 'border-transparent bg-accent text-on-accent hover:brightness-105',
}

const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-9 coarse:min-h-ctl rounded-md px-3 text-xs',
  md: 'min-h-ctl rounded-md px-4 text-sm',
  lg: 'min-h-13 rounded-lg px-6 text-lg',
}

type Look = { tone?: ButtonTone; size?: ButtonSize; wide?: boolean; className?: string }

/** The look of a button, for links that stand where a button would: `<Link className={buttonClass({ tone: 'primary' })}>`. */
export const buttonClass = ({ tone = 'outline', size = 'md', wide = false, className }: Look = {}): string =>
  cx(
    'inline-flex shrink-0 items-center justify-center gap-2 border py-1.5 text-center font-semibold select-none transition-colors',
    tones[tone],
    offWhenDisabled,
    sizes[size],
    wide && 'w-full',
    className,
  )

export type ButtonProps = ComponentProps<'button'> &
  Look & {
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

/** The look of an icon button, for links that stand where one would: `<Link aria-label="Edit" className={iconButtonClass()}>`. */
export const iconButtonClass = ({ size = 'md', className }: { size?: 'sm' | 'md'; className?: string } = {}): string =>
  cx(
    'inline-flex shrink-0 items-center justify-center rounded-md text-ink-2 transition-colors hover:bg-sunken hover:text-ink active:bg-line disabled:text-ink-3 disabled:hover:bg-transparent',
    size === 'md' ? 'size-ctl' : 'size-8 coarse:size-ctl',
    className,
  )

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
