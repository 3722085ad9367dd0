import { Workflow } from 'lucide-react'
import { useState } from 'react'
import type { TaskWatchRef } from '../../../machines/history/taskWatch'
import type { TaskItem } from '../../../schemas/history/tasks'
import { Button } from '../../ui'
import { lazy } from '../../ui/states/lazy'
import { LazyWindow } from '../../ui/windows/LazyWindow'

/** Pure, so that a build leaves the window out. */
const StepsWindow = /* @__PURE__ */ lazy(() => import('./StepsWindow'))

export interface StepsButtonProps {
  watch: TaskWatchRef
  item: TaskItem
}

export const StepsButton = ({ watch, item }: StepsButtonProps) => {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <Button size="sm" tone="quiet" icon={Workflow} onClick={() => setIsOpen(true)}>
        Steps
      </Button>
      <LazyWindow open={isOpen} onClose={close}>
        <StepsWindow open={isOpen} onClose={close} watch={watch} item={item} />
      </LazyWindow>
    </>
  )
}
