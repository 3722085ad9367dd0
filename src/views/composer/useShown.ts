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
 * What the screen shows of the composer. `isSlow` says that it has been busy for so long (100 ms) that the wait is felt:
 * but for the button that was pressed, what has to wait is disabled only then. A wait that is over before need not be
 * drawn, and the composer itself takes no event that would disturb its work.
 *
 * What came of a send is told before the screen follows: the message is painted first, and a list of 200 replies leaves
 * with the frame after it. Events are the composer's own affair meanwhile. It buys the 16 to 31 ms of processor time (10
 * and 200 replies) that the screen's own change takes, which `useSelector` would put before the message (decision 008);
 * `npm run bench -- send` has the message beside a bare button's. Of the composer nothing else is to be selected by.
 */
export const useShown = <T>(flow: ReplyFlowRef, select: (snapshot: Snapshot, isSlow: boolean) => T): T => {
  const { getSnapshot, isSlow, subscribe } = shownOf(flow)
  return useSyncExternalStore(subscribe, () => select(getSnapshot(), isSlow()))
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
