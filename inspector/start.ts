import { createBrowserInspector } from '@statelyai/inspect'
import type { InspectionEvent, Observer } from 'xstate'
import { createRecorder } from '../src/recording/recorder'
import { redact } from '../src/recording/redact'
import { createInspectorWindow } from './channel'

const kept = 10_000

/**
 * For development only: collects what every actor does from now on. Ctrl+Alt+I opens the Stately inspector, or without
 * internet the one of this repository (`inspector/`), which Ctrl+Alt+Shift+I always opens.
 * Pass the observer as `inspect` to every root actor.
 */
export const startInspection = (): Observer<InspectionEvent> => {
  const recorder = createRecorder()
  const local = createInspectorWindow(recorder, window)
  const stately = createBrowserInspector({ autoStart: false, serialize: redact, maxDeferredEvents: kept })
  window.addEventListener('keydown', (event) => {
    if (!event.ctrlKey || !event.altKey || event.code !== 'KeyI') return
    if (event.shiftKey || !navigator.onLine) local.open()
    else stately.start()
  })
  return {
    next: (event) => {
      recorder.observer.next?.(event)
      stately.inspect.next?.(event)
    },
  }
}
