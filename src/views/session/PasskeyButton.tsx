import type { MouseEvent } from 'react'
import * as words from '../../schemas/session/session.words'
import { Button } from '../ui/Button'

/** `asked`: the browser's dialog is open or about to open. */
export type PasskeyState = 'offered' | 'asked'

export type PasskeyButtonProps = {
  state: PasskeyState
  disabled: boolean
  label: string
  isFirst?: boolean
  onClick: (event: MouseEvent<HTMLButtonElement>) => void
}

export const PasskeyButton = ({ state, disabled, label, isFirst = false, onClick }: PasskeyButtonProps) => (
  <Button
    tone={isFirst ? 'primary' : 'quiet'}
    size={isFirst ? 'lg' : undefined}
    wide
    autoFocus={isFirst}
    disabled={disabled}
    onClick={onClick}
  >
    {state === 'asked' ? words.cancelPasskey : label}
  </Button>
)
