import type { MouseEvent } from 'react'
import { Button } from '../ui/Button'

/** `asked`: the browser's own dialog is open, or about to be. */
export type PasskeyState = 'offered' | 'asked'

export type PasskeyButtonProps = {
  state: PasskeyState
  disabled: boolean
  label: string
  /** It is what is most likely wanted: it comes first, and has the focus. */
  isFirst?: boolean
  /** Also takes back what was asked. */
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
    {state === 'asked' ? 'Waiting for your passkey: cancel' : label}
  </Button>
)
