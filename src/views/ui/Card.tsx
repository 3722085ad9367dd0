import type { ComponentProps } from 'react'
import { cx } from './cx'
import { Part } from './states/Part'

const tones = {
  plain: 'border border-line bg-surface',
  sunken: 'bg-sunken',
  soft: 'border border-primary-line bg-primary-soft',
}

export const Card = ({
  tone = 'plain',
  className,
  children,
  ...rest
}: ComponentProps<'div'> & { tone?: keyof typeof tones }) => (
  <div {...rest} className={cx('rounded-lg p-4 sm:px-5', tones[tone], className)}>
    <Part>{children}</Part>
  </div>
)
