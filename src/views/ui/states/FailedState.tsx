import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import * as words from '../../../schemas/crud.words'
import { Button } from '../Button'
import { EmptyState } from './EmptyState'

const noTitle = { title: null, framed: false }

export const FailedState = ({
  onRetry,
  busy,
  underTable = false,
  children,
}: {
  onRetry: () => void
  busy?: boolean
  /** The table shows "No results." */
  underTable?: boolean
  children?: ReactNode
}) => (
  <EmptyState
    kind="failed"
    {...(underTable ? noTitle : {})}
    actions={
      <Button size="sm" icon={RotateCw} busy={busy} onClick={onRetry}>
        {words.buttons.tryAgain}
      </Button>
    }
  >
    {children ?? words.listNotLoaded}
  </EmptyState>
)
