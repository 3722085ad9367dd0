import { useSyncExternalStore } from 'react'
import type { ReplyFlowRef } from '../../machines/composer/replyFlow'
import { afterPaint } from './afterPaint'

type Snapshot = ReturnType<ReplyFlowRef['getSnapshot']>

interface Shown {
  getSnapshot: () => Snapshot
  isSlow: () => boolean
  subscribe: (listener: () => void) => () => void
}

const noticedMillis = 100

/**
 * Selects from the composer what the screen shows. `isSlow`: busy for more than 100 ms, so that buttons are disabled
 * only in noticeable waits. The toast of a send is painted before the screen changes, which `useSelector` would not
 * allow (decision 008). Use only this hook to select from the composer.
 */
export const useShown = <T>(flow: ReplyFlowRef, select: (snapshot: Snapshot, isSlow: boolean) => T): T => {
  const { getSnapshot, isSlow, subscribe } = shownOf(flow)
  return useSyncExternalStore(subscribe, () => select(getSnapshot(), isSlow()))
}

const known = new WeakMap<ReplyFlowRef, Shown>()

export const shownOf = (flow: ReplyFlowRef): Shown => {
  const shown = known.get(flow) ?? createShown(flow)
  known.set(flow, shown)
  return shown
}

const createShown = (flow: ReplyFlowRef): Shown => {
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  let shown = flow.getSnapshot()
  let isSlow = false
  let wait: ReturnType<typeof setTimeout> | undefined
  const feel = () => {
    isSlow = true
    tell()
  }
  const follow = () => {
    shown = flow.getSnapshot()
    if (shown.hasTag('busy')) wait ??= setTimeout(feel, noticedMillis)
    else {
      clearTimeout(wait)
      wait = undefined
      isSlow = false
    }
    tell()
  }
  follow()
  flow.subscribe((snapshot) => {
    if (shown.matches({ work: 'sending' }) && !snapshot.matches({ work: 'sending' })) afterPaint(follow)
    else follow()
  })
  return {
    getSnapshot: () => shown,
    isSlow: () => isSlow,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
