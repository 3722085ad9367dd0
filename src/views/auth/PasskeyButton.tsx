import type { MouseEvent } from 'react'
import { Button } from '../ui/Button'

/** `asked`: the browser's own dialog is open, or about to be. */
export type PasskeyState = 'offered' | 'asked'

export type PasskeyButtonProps = {
  state: PasskeyState
  disabled: boolean
  label: string
  /** Also takes back what was asked. */
  onClick: (event: MouseEvent<HTMLButtonElement>) => void
}

export const PasskeyButton = ({ state, disabled, label, onClick }: PasskeyButtonProps) => (
  <Button tone="quiet" wide disabled={disabled} onClick={onClick}>
    {state === 'asked' ? 'Waiting for your passkey: cancel' : label}
  </Button>
)
