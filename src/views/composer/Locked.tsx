import type { ReactNode } from 'react'
import type { ReplyFlowRef } from '../../machines/composer/replyFlow'
import { useFocusHeir } from '../ui/useFocusHeir'
import { useShown } from './useShown'

/** Disables what is in it while a wait of the composer is felt, without drawing it again; the focus comes back to it. */
export const Locked = ({ flow, children }: { flow: ReplyFlowRef; children: ReactNode }) => {
  const isLocked = useShown(flow, (_, isSlow) => isSlow)
  const keptFocus = useFocusHeir()
  return (
    <fieldset {...keptFocus} role="presentation" disabled={isLocked} className="contents">
      {children}
    </fieldset>
  )
}
