import { useSelector } from '@xstate/react'
import { useCallback, useLayoutEffect } from 'react'
import { replyFlow } from '../../machines/composer/composer.actors'
import type { ReplyFlowRef } from '../../machines/composer/replyFlow'
import { useAuth, useLogic, useReplyFlow } from '../shell/logicContext'

/**
 * The composer of this session. It starts with the first call and runs until the session ends. If it crashed, `start`
 * starts it again.
 */
export const useComposerActor = (): { flow: ReplyFlowRef | undefined; isStopped: boolean; start: () => void } => {
  const auth = useAuth()
  const { machineOf, provideComposer } = useLogic()
  const start = useCallback(() => {
    provideComposer(machineOf(replyFlow))
    auth.send({ type: 'composer.open' })
  }, [auth, machineOf, provideComposer])
  useLayoutEffect(start, [start])
  return {
    flow: useReplyFlow(),
    isStopped: useSelector(auth, (snapshot) =>
      snapshot.matches({ signedIn: { open: { composer: 'composerStopped' } } }),
    ),
    start,
  }
}
