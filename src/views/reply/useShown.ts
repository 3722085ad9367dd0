import { useSyncExternalStore } from 'react'
import type { ReplyFlowRef } from '../../machines/replyFlow'
import { afterPaint } from './afterPaint'

type Snapshot = ReturnType<ReplyFlowRef['getSnapshot']>

interface Shown {
  getSnapshot: () => Snapshot
  subscribe: (listener: () => void) => () => void
}

/**
 * What the screen shows of the composer. What came of a send is told before the screen follows: the message is painted
 * first, and a list of 200 replies leaves with the frame after it. Events are the composer's own affair meanwhile.
 */
export const useShown = <T>(flow: ReplyFlowRef, select: (snapshot: Snapshot) => T): T => {
  const { getSnapshot, subscribe } = shownOf(flow)
  return useSyncExternalStore(subscribe, () => select(getSnapshot()))
}

const known = new WeakMap<ReplyFlowRef, Shown>()

/** The same for as long as the composer runs. */
export const shownOf = (flow: ReplyFlowRef): Shown => {
  const shown = known.get(flow) ?? createShown(flow)
  known.set(flow, shown)
  return shown
}

const createShown = (flow: ReplyFlowRef): Shown => {
  const listeners = new Set<() => void>()
  let shown = flow.getSnapshot()
  const follow = () => {
    shown = flow.getSnapshot()
    for (const listener of listeners) listener()
  }
  flow.subscribe((snapshot) => {
    if (shown.matches('sending') && !snapshot.matches('sending')) afterPaint(follow)
    else follow()
  })
  return {
    getSnapshot: () => shown,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
