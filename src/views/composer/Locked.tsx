import type { ReactNode } from 'react'
import type { ReplyFlowRef } from '../../machines/composer/replyFlow'
import { useFocusHeir } from '../ui/useFocusHeir'
import { useComposer } from './useComposer'

/** Disables its content during a slow wait without rendering it again, and returns the focus to it. */
export const Locked = ({ flow, children }: { flow: ReplyFlowRef; children: ReactNode }) => {
  const isLocked = useComposer(flow, (_, isLocked) => isLocked)
  const returnedFocus = useFocusHeir()
  return (
    <fieldset {...returnedFocus} role="presentation" disabled={isLocked} className="contents">
      {children}
    </fieldset>
  )
}
