import type { ReactNode } from 'react'
import { cx } from './cx'
import { ErrorBoundary } from './ErrorBoundary'
import { NotArrived } from './lazy'
import { TryAgain } from './TryAgain'

/** A part of a screen: where it breaks the rest stays, and it can be tried again. */
export const Part = ({ className, children }: { className?: string; children: ReactNode }) => (
  <ErrorBoundary
    fallback={(error, tryAgain) => {
      const missing = error instanceof NotArrived ? error : undefined
      return (
        <div role="alert" className={cx('flex flex-wrap items-center gap-3 text-sm', className)}>
          <p>{missing ? `This could not be loaded. ${missing.advice}` : 'This part could not be shown.'}</p>
          <TryAgain isReplaced={missing?.isReplaced} onClick={tryAgain} />
        </div>
      )
    }}
  >
    {children}
  </ErrorBoundary>
)
