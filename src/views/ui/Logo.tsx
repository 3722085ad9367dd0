import type { ComponentProps } from 'react'
import { cx } from './cx'

type LogoProps = Omit<ComponentProps<'svg'>, 'viewBox' | 'children'> & { onNight?: boolean }

export const Logo = ({ onNight = false, className, ...rest }: LogoProps) => (
  <svg {...rest} viewBox="0 0 32 32" aria-hidden="true" className={cx('shrink-0', className ?? 'size-8')}>
    <path
      d="M6 3h20a5 5 0 0 1 5 5v13a5 5 0 0 1-5 5H14l-7 5.3c-.6.4-1 .2-1-.5V26a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5Z"
      className={onNight ? 'fill-on-night' : 'fill-primary'}
    />
    <circle cx="11.5" cy="14.5" r="2.75" className={onNight ? 'fill-night' : 'fill-on-primary'} />
    <circle cx="20.5" cy="14.5" r="2.75" className="fill-accent" />
  </svg>
)

export const Wordmark = ({ onNight, className }: { onNight?: boolean; className?: string }) => (
  <span className={cx('inline-flex items-center gap-3', className)}>
    <Logo onNight={onNight} />
    <span className="font-display text-[1.125rem] font-bold tracking-[-0.01em]">Auto Comment Bot</span>
  </span>
)
