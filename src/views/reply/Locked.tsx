import type { ReactNode } from 'react'
import type { ReplyFlowRef } from '../../machines/replyFlow'
import { useShown } from './useShown'

/** Disables what is in it while a wait of the composer is felt, without drawing it again. */
export const Locked = ({ flow, children }: { flow: ReplyFlowRef; children: ReactNode }) => (
  <fieldset role="presentation" disabled={useShown(flow, (_, isSlow) => isSlow)} className="contents">
    {children}
  </fieldset>
)
