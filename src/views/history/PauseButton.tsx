import { Pause, Play } from 'lucide-react'
import { Button } from '../ui'

export interface PauseButtonProps {
  isPaused: boolean
  onPause: () => void
  onResume: () => void
}

export const PauseButton = ({ isPaused, onPause, onResume }: PauseButtonProps) => (
  <Button icon={isPaused ? Play : Pause} onClick={isPaused ? onResume : onPause}>
    {isPaused ? 'Resume updates' : 'Pause updates'}
  </Button>
)
