import { useLayoutEffect } from 'react'
import { replyFlow } from '../../actors/composer'
import type { ReplyFlowRef } from '../../machines/replyFlow'
import { useAuth, useLogic, useReplyFlow } from '../logicContext'

/** The composer of this session, which starts when it is first asked for and runs to the session's end. */
export const useComposer = (): ReplyFlowRef | undefined => {
  const auth = useAuth()
  const { openComposer } = useLogic()
  useLayoutEffect(() => openComposer(auth, replyFlow), [auth, openComposer])
  return useReplyFlow()
}
