import type { StatelyInspectionEvent } from '@statelyai/inspect'
import { createBrowserInspector } from '@statelyai/inspect'
import type { Snapshot } from 'xstate'
import type { Recorder } from '../src/recording/recorder'
import type { Entry, RecordedSnapshot } from '../src/recording/recording'
import { machineConfig } from './machineConfig'
import { statelyUrl, statelyWindow } from './online'

export interface StatelyInspector {
  show(): void
}

export const startStately = (recorder: Recorder, page: Window, most: number): StatelyInspector => {
  const { adapter } = createBrowserInspector({
    window: page,
    url: statelyUrl,
    maxDeferredEvents: most,
    serialize: (event) => event,
  })
  const eventOf = createStatelyFeed()
  const tell = (entries: Entry[]) => {
    for (const entry of entries) {
      const event = eventOf(entry)
      if (event) adapter.send(event)
    }
  }
  tell(recorder.entries())
  recorder.subscribe(tell)
  return {
    show: () => {
      if (adapter.targetWindow?.closed === false) adapter.targetWindow.focus()
      else adapter.targetWindow = page.open(statelyUrl, statelyWindow)
    },
  }
}

/**
 * Turns entries, in their order, into messages of `@statelyai/inspect` 0.7.2, which has none for emitted events.
 * Machines whose code loads late are sent as machines.
 */
export const createStatelyFeed = (): ((entry: Entry) => StatelyInspectionEvent | undefined) => {
  const roots = new Map<string, string>()
  return (entry) => {
    if (entry.kind === 'actor') roots.set(entry.actor, roots.get(entry.parent ?? '') ?? entry.actor)
    const common = {
      sessionId: entry.actor,
      rootId: roots.get(entry.actor),
      createdAt: String(entry.at),
      id: '',
      _version: '0.7.2',
    }
    switch (entry.kind) {
      case 'actor': {
        const { name, chart, parent } = entry
        const definition = JSON.stringify(chart ? machineConfig(chart) : { id: name })
        return { ...common, type: '@xstate.actor', name, definition, parentId: parent, snapshot: { status: 'active' } }
      }
      case 'event':
        return {
          ...common,
          rootId: common.rootId ?? '',
          type: '@xstate.event',
          event: entry.event,
          sourceId: entry.source,
        }
      case 'snapshot': {
        const { event, snapshot } = entry
        return { ...common, rootId: common.rootId ?? '', type: '@xstate.snapshot', event, snapshot: whole(snapshot) }
      }
      case 'emitted':
        return undefined
    }
  }
}

const whole = ({ status, output, error, ...rest }: RecordedSnapshot): Snapshot<unknown> => {
  if (status === 'done') return { ...rest, status, output, error: undefined }
  if (status === 'error') return { ...rest, status, output: undefined, error }
  return { ...rest, status, output: undefined, error: undefined }
}
