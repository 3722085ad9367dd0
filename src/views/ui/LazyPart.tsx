import { type ReactNode, Suspense } from 'react'
import { Card } from './Card'
import { ErrorBoundary } from './ErrorBoundary'
import { NotArrived } from './lazy'
import { TryAgain } from './TryAgain'

/** A `lazy` component within a screen: nothing while its code is on its way; where it does not arrive, a way to try again. */
export const LazyPart = ({ children }: { children: ReactNode }) => (
  <Arrival
    waiting={null}
    missing={({ advice, isReplaced }, tryAgain) => (
      <Card role="alert" className="mb-4 flex flex-wrap items-center gap-3 text-sm">
        <p>This could not be loaded. {advice}</p>
        <TryAgain isReplaced={isReplaced} onClick={tryAgain} />
      </Card>
    )}
  >
    {children}
  </Arrival>
)

export type ArrivalProps = {
  /** A new value asks again for what did not arrive. */
  resetKey?: string
  waiting: ReactNode
  missing: (error: NotArrived, tryAgain: () => void) => ReactNode
  children: ReactNode
}

/** Around a `lazy` component. What breaks for another reason is left to the boundary around it. */
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
