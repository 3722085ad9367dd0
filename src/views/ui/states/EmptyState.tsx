import type { ReactNode } from 'react'
import { publicMessages as messages } from '../../../schemas/commonMessages'
import { cx } from '../cx'
import empty from './faces/empty.svg'
import failed from './faces/failed.svg?inline'
import noMatch from './faces/noMatch.svg'

const faces = { empty, noMatch, failed }

export type EmptyStateProps = {
  kind?: keyof typeof faces
  title?: ReactNode
  /** `h1` if the page has no other. */
  titleAs?: 'p' | 'h1'
  children?: ReactNode
  actions?: ReactNode
  framed?: boolean
  className?: string
}

export const EmptyState = ({
  kind = 'empty',
  title = messages.list.empty,
  titleAs: Title = 'p',
  children,
  actions,
  framed = true,
  className,
}: EmptyStateProps) => (
  <div
    className={cx(
      'flex flex-col items-center px-5 py-8 text-center',
      framed && 'rounded-lg border border-line bg-surface',
      className,
    )}
  >
    <img src={faces[kind]} alt="" width="44" height="44" className="size-11" />
    {title === null ? null : <Title className="mt-3 font-display text-lg font-bold">{title}</Title>}
    {children ? <div className="mt-1 max-w-72 text-md text-pretty wrap-anywhere text-ink-2">{children}</div> : null}
    {actions ? <div className="mt-4 flex flex-wrap justify-center gap-2.5">{actions}</div> : null}
  </div>
)
