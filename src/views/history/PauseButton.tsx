import { Pause, Play } from 'lucide-react'
import { Button } from '../ui'

export interface PauseButtonProps {
  isPaused: boolean
  className?: string
  onPause: () => void
  onResume: () => void
}

export const PauseButton = ({ isPaused, className, onPause, onResume }: PauseButtonProps) => (
  <Button className={className} icon={isPaused ? Play : Pause} onClick={isPaused ? onResume : onPause}>
    {isPaused ? 'Resume updates' : 'Pause updates'}
  </Button>
)
