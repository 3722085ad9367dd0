import { type ReactNode, Suspense } from 'react'
import { Coming } from './Coming'
import { ErrorBoundary } from './ErrorBoundary'
import { NotArrived } from './lazy'
import { Part } from './Part'

export const LazyPart = ({ waiting, children }: { waiting?: ReactNode; children: ReactNode }) => (
  <Part className="mb-4 rounded-lg border border-line bg-surface p-4 sm:px-5">
    <Suspense
      fallback={
        <>
          <Coming />
          {waiting}
        </>
      }
    >
      {children}
    </Suspense>
  </Part>
)

export type ArrivalProps = {
  /** A new value retries missing code. */
  resetKey?: string
  waiting: ReactNode
  missing: (error: NotArrived, tryAgain: () => void) => ReactNode
  children: ReactNode
}

/** Other errors go to the boundary around it. */
export const Arrival = ({ resetKey = '', waiting, missing, children }: ArrivalProps) => (
  <ErrorBoundary
    resetKey={resetKey}
    fallback={(error, tryAgain) => {
      if (!(error instanceof NotArrived)) throw error
      return missing(error, tryAgain)
    }}
  >
    <Suspense fallback={waiting}>{children}</Suspense>
  </ErrorBoundary>
)
