import { Button } from './Button'

/** A reload stands beside it, since some browsers keep a script's failure for as long as the page lives. */
export const TryAgain = ({ onClick }: { onClick: () => void }) => (
  <>
    <Button tone="primary" size="sm" onClick={onClick}>
      Try again
    </Button>
    <Button size="sm" onClick={() => window.location.reload()}>
      Reload
    </Button>
  </>
)
