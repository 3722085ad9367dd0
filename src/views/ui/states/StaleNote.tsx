import { RotateCw } from 'lucide-react'
import * as words from '../../../schemas/crud.words'
import { Button } from '../Button'

export const StaleNote = ({ what, onRetry }: { what: string; onRetry: () => void }) => (
  <p className="mb-3 flex flex-wrap items-center gap-x-3 text-sm text-ink-2">
    {what} {words.notLoadedAgain}
    <Button tone="quiet" size="sm" icon={RotateCw} onClick={onRetry}>
      {words.buttons.tryAgain}
    </Button>
  </p>
)
