import * as words from '../../schemas/shell/shell.words'
import { Button } from '../ui/Button'
import { EmptyState } from '../ui/states/EmptyState'
import { LazyReportButton } from '../ui/states/LazyReportButton'

export const Stopped = () => (
  <div role="alert" className="p-6">
    <EmptyState
      kind="failed"
      title={words.consoleStopped}
      titleAs="h1"
      actions={
        <>
          <Button onClick={() => window.location.reload()}>Reload</Button>
          <LazyReportButton />
        </>
      }
    >
      {words.textIsSaved}
    </EmptyState>
  </div>
)
