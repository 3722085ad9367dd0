import { Button } from './Button'

type Props = {
  onClick: () => void
  /** What is missing is no longer on the server. */
  isReplaced?: boolean
}

/** A reload stands beside it, since some browsers keep a script's failure for as long as the page lives. */
export const TryAgain = ({ onClick, isReplaced = false }: Props) => (
  <>
    {isReplaced ? null : (
      <Button tone="primary" size="sm" onClick={onClick}>
        Try again
      </Button>
    )}
    <Button tone={isReplaced ? 'primary' : undefined} size="sm" onClick={() => window.location.reload()}>
      Reload
    </Button>
  </>
)
