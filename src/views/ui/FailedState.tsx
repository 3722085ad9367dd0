import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import * as words from '../../schemas/crud.words'
import { Button } from './Button'
import { EmptyState } from './EmptyState'

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
        {words.buttons.tryAgain}
      </Button>
    }
  >
    {children ?? words.listNotLoaded}
  </EmptyState>
)
