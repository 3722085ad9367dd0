import { useMemo, useState, useSyncExternalStore } from 'react'
import { type Entry, parseRecording } from '../../src/recording/recording'
import { createTimeline, type Timeline } from '../../src/recording/replay'
import { afterPaint } from '../../src/views/reply/afterPaint'
import { whenIdle } from '../../src/views/ui/whenIdle'
import { type Receiver, receiveRecording, type Wish } from '../channel'

export interface Run {
  /** `live`, or the name of the file that it was loaded from. */
  origin: string
  timeline: Timeline
  /** Why what was asked of an actor last could not be done. */
  refusal?: string | undefined
}

interface Store {
  run(): Run
  ask(wish: Wish): void
  load(file: string, entries: Entry[]): void
  subscribe(onChange: () => void): () => void
}

const redrawnEvery = 500
/** How many times as long as a drawing took nothing is drawn. */
const rest = 9

/**
 * What is told by the console that opened this page, until a recording is loaded. What has come is another `Run` when the
 * thread has nothing else to do, twice a second at most, and takes a tenth of its time at most: it is the console's too.
 */
const createStore = (page: Window): Store => {
  let run: Run = { origin: 'live', timeline: createTimeline() }
  const listeners = new Set<() => void>()
  const show = (next: Run) => {
    run = next
    for (const tell of listeners) tell()
  }
  let isResting = false
  let hasNews = false
  const showSoon = () => {
    hasNews = true
    if (isResting) return
    isResting = true
    whenIdle(draw)
  }
  const draw = () => {
    hasNews = false
    const began = performance.now()
    show({ ...run })
    afterPaint(() => page.setTimeout(wake, Math.max(redrawnEvery, rest * (performance.now() - began))))
  }
  const wake = () => {
    isResting = false
    if (hasNews) showSoon()
  }
  const begin = (origin: string, entries: Entry[]) => {
    const timeline = createTimeline()
    timeline.append(entries)
    show({ origin, timeline })
  }
  const listen = () =>
    receiveRecording(page, {
      onTold: (told, { startsAnew }) => {
        if (startsAnew) return begin('live', told)
        if (run.origin !== 'live') return
        run.timeline.append(told)
        showSoon()
      },
      onAnswered: (refusal) => show({ ...run, refusal }),
    })
  let receiver: Receiver | undefined
  return {
    run: () => run,
    ask: (wish) => receiver?.ask(wish),
    load: begin,
    subscribe: (onChange) => {
      receiver ??= listen()
      listeners.add(onChange)
      return () => {
        listeners.delete(onChange)
        if (listeners.size > 0) return
        receiver?.stop()
        receiver = undefined
      }
    },
  }
}

/** The run that is shown, what loads one from a file or asks something of its actors, and why that could not be done. */
export const useRun = () => {
  const store = useMemo(() => createStore(window), [])
  const [problem, setProblem] = useState('')
  const run = useSyncExternalStore(store.subscribe, store.run)
  const load = async (file: File | undefined) => {
    if (!file) return
    try {
      const entries = parseRecording(await file.text())
      setProblem('')
      afterPaint(() => store.load(file.name, entries))
    } catch {
      setProblem(`${file.name} is no recording.`)
    }
  }
  return { run, load, problem: problem || run.refusal, ask: store.ask }
}
