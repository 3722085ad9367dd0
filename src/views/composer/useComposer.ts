import { useSyncExternalStore } from 'react'
import type { ReplyFlowRef } from '../../machines/composer/replyFlow'
import { afterPaint } from './afterPaint'

type Snapshot = ReturnType<ReplyFlowRef['getSnapshot']>

interface ComposerViewOfReact {
  getSnapshot: () => Snapshot
  isLocked: () => boolean
  subscribe: (listener: () => void) => () => void
}

const noticedMillis = 100

/**
 * Selects from the composer what the screen shows. `isLocked`: busy for more than 100 ms, so that buttons are disabled
 * only in noticeable waits, or a reply is being edited. The toast of a send is painted before the screen changes, which `useSelector` would not
 * allow (decision 008). Use only this hook to select from the composer.
 */
export const useComposer = <T>(flow: ReplyFlowRef, select: (snapshot: Snapshot, isLocked: boolean) => T): T => {
  const { getSnapshot, isLocked, subscribe } = composerView(flow)
  return useSyncExternalStore(subscribe, () => select(getSnapshot(), isLocked()))
}

/** Hints are shown until Preview is pressed. */
export const isHinting = (snapshot: Snapshot): boolean =>
  snapshot.context.replies.length === 0 && !snapshot.matches({ work: { open: 'generating' } })

const known = new WeakMap<ReplyFlowRef, ComposerViewOfReact>()

export const composerView = (flow: ReplyFlowRef): ComposerViewOfReact => {
  const shown = known.get(flow) ?? createComposerView(flow)
  known.set(flow, shown)
  return shown
}

const createComposerView = (flow: ReplyFlowRef): ComposerViewOfReact => {
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  let shown = flow.getSnapshot()
  let isSlow = false
  let wait: ReturnType<typeof setTimeout> | undefined
  const showSlow = () => {
    isSlow = true
    notify()
  }
  const follow = () => {
    shown = flow.getSnapshot()
    if (shown.hasTag('busy')) wait ??= setTimeout(showSlow, noticedMillis)
    else {
      clearTimeout(wait)
      wait = undefined
      isSlow = false
    }
    notify()
  }
  follow()
  flow.subscribe((snapshot) => {
    if (shown.matches({ work: 'sending' }) && !snapshot.matches({ work: 'sending' })) afterPaint(follow)
    else follow()
  })
  return {
    getSnapshot: () => shown,
    isLocked: () => isSlow || shown.matches({ work: { open: { occupied: 'editing' } } }),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
