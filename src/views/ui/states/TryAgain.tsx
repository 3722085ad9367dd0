import { buttons } from '../../../schemas/crud.words'
import { Button } from '../Button'

type Props = {
  onClick?: () => void
  isReplaced?: boolean
}

/** Offers a reload too, because some browsers remember a script's failure for the page's lifetime. */
export const TryAgain = ({ onClick, isReplaced = false }: Props) => (
  <>
    {isReplaced ? null : (
      <Button tone="primary" size="sm" onClick={onClick}>
        {buttons.tryAgain}
      </Button>
    )}
    <Button tone={isReplaced ? 'primary' : undefined} size="sm" onClick={() => window.location.reload()}>
      Reload
    </Button>
  </>
)
