import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './Button'
import { EmptyState } from './EmptyState'

/** A list that could not be loaded: as quiet as an empty one, with a way to try again. */
export const FailedState = ({
  onRetry,
  busy,
  children,
}: {
  onRetry: () => void
  busy?: boolean
  children?: ReactNode
}) => (
  <EmptyState
    kind="failed"
    actions={
      <Button size="sm" icon={RotateCw} busy={busy} onClick={onRetry}>
        Try again
      </Button>
    }
  >
    {children ?? 'The list could not be loaded. Check the connection, then try again.'}
  </EmptyState>
)
