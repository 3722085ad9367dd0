import { type ReactNode, Suspense } from 'react'
import { Card } from './Card'
import { ErrorBoundary } from './ErrorBoundary'
import { NotArrived } from './lazy'
import { TryAgain } from './TryAgain'

/** A `lazy` component within a screen: nothing while its code is on its way; where it does not arrive, a way to try again. */
export const LazyPart = ({ children }: { children: ReactNode }) => (
  <Arrival
    waiting={null}
    missing={(tryAgain) => (
      <Card role="alert" className="mb-4 flex flex-wrap items-center gap-3 text-sm">
        <p>{messageOfMissing}</p>
        <TryAgain onClick={tryAgain} />
      </Card>
    )}
  >
    {children}
  </Arrival>
)

export const messageOfMissing = 'This could not be loaded. Check the connection, then try again.'

export type ArrivalProps = {
  /** A new value asks again for what did not arrive. */
  resetKey?: string
  waiting: ReactNode
  missing: (tryAgain: () => void) => ReactNode
  children: ReactNode
}

/** Around a `lazy` component. What breaks for another reason is left to the boundary around it. */
export const Arrival = ({ resetKey = '', waiting, missing, children }: ArrivalProps) => (
  <ErrorBoundary
    resetKey={resetKey}
    fallback={(error, tryAgain) => {
      if (!(error instanceof NotArrived)) throw error
      return missing(tryAgain)
    }}
  >
    <Suspense fallback={waiting}>{children}</Suspense>
  </ErrorBoundary>
)
