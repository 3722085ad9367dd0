import type { ReactNode } from 'react'
import * as words from '../../../schemas/crud.words'
import { cx } from '../cx'
import { ErrorBoundary } from './ErrorBoundary'
import { NotArrived } from './lazy'
import { TryAgain } from './TryAgain'

export const Part = ({ className, children }: { className?: string; children: ReactNode }) => (
  <ErrorBoundary
    fallback={(error, tryAgain) => {
      const missing = error instanceof NotArrived ? error : undefined
      return (
        <div role="alert" className={cx('flex flex-wrap items-center gap-3 text-sm', className)}>
          <p>{missing ? words.partNotLoaded(missing.advice) : words.partNotShown}</p>
          <TryAgain isReplaced={missing?.isReplaced} onClick={tryAgain} />
        </div>
      )
    }}
  >
    {children}
  </ErrorBoundary>
)
