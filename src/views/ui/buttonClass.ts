import { cx } from './cx'

export type ButtonTone = 'primary' | 'soft' | 'outline' | 'quiet' | 'danger' | 'accent'
export type ButtonSize = 'sm' | 'md' | 'lg'

const greyWhenDisabled = 'disabled:text-ink-3 aria-disabled:text-ink-3'
const boxWhenDisabled = 'disabled:border-line disabled:bg-sunken aria-disabled:border-line aria-disabled:bg-sunken'
const noBoxWhenDisabled = 'disabled:bg-transparent aria-disabled:bg-transparent'

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

export type ButtonLook = { tone?: ButtonTone; size?: ButtonSize; wide?: boolean; className?: string }

export const buttonClass = ({ tone = 'outline', size = 'md', wide = false, className }: ButtonLook = {}): string =>
  cx(
    'inline-flex shrink-0 items-center justify-center gap-2 border py-1.5 text-center font-semibold select-none transition-colors',
    tones[tone],
    greyWhenDisabled,
    tone === 'quiet' ? noBoxWhenDisabled : boxWhenDisabled,
    sizes[size],
    wide && 'w-full',
    className,
  )

export const iconButtonClass = ({ size = 'md', className }: { size?: 'sm' | 'md'; className?: string } = {}): string =>
  cx(
    'inline-flex shrink-0 items-center justify-center rounded-md text-ink-2 transition-colors hover:bg-sunken hover:text-ink active:bg-line disabled:text-ink-3 disabled:hover:bg-transparent aria-disabled:text-ink-3 aria-disabled:hover:bg-transparent',
    size === 'md' ? 'size-ctl' : 'size-8 coarse:size-ctl',
    className,
  )
