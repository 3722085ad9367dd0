import { useMemo, useState, useSyncExternalStore } from 'react'
import { type Entry, parseRecording } from '../../src/recording/recording'
import { createTimeline, type Timeline } from '../../src/recording/replay'
import { afterPaint } from '../../src/views/composer/afterPaint'
import { whenIdle } from '../../src/views/ui/whenIdle'
import { type Receiver, receiveRecording, type Wish } from '../channel'

export interface Run {
  /** `live`, or the name of the loaded file. */
  origin: string
  timeline: Timeline
  /** The reason why the latest command failed. */
  refusal?: string | undefined
}

interface Store {
  run(): Run
  ask(wish: Wish): void
  load(file: string, entries: Entry[]): void
  subscribe(onChange: () => void): () => void
}

const redrawnEvery = 500
/** After each drawing the thread is free for nine times as long. */
const rest = 9

/**
 * Entries from the console that opened this page, until a recording is loaded. They appear at most twice a second, and
 * take at most a tenth of the thread's time, because the console shares it.
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
      onEntries: (entries, { startsAnew }) => {
        if (startsAnew) return begin('live', entries)
        if (run.origin !== 'live') return
        run.timeline.append(entries)
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
