import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import * as words from '../../schemas/composer/composer.words'
import { IconButton } from '../ui/Button'
import { lazy } from '../ui/states/lazy'
import { LazyWindow } from '../ui/windows/LazyWindow'

const PromptWindow = lazy(() => import('./PromptWindow'))

const PromptButton = ({ replyId, className }: { replyId: string; className?: string }) => {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <IconButton
        size="sm"
        icon={ScrollText}
        label={words.showPrompt}
        onClick={() => setIsOpen(true)}
        className={className}
      />
      <LazyWindow open={isOpen} onClose={close}>
        <PromptWindow open={isOpen} onClose={close} replyId={replyId} />
      </LazyWindow>
    </>
  )
}

export default PromptButton
