import type { InspectionEvent, Observer } from 'xstate'
import { createRecorder } from '../src/recording/recorder'
import { createInspectorWindow } from './channel'
import { createControl } from './control'
import { watchGuards } from './guards'
import { createOnlineInspector } from './online'

const mostEntries = 10_000

/**
 * For development only: records every actor from now on. Ctrl+Alt+I opens the Stately inspector, or the one of this
 * repository (`inspector/`), which Ctrl+Alt+Shift+I always opens. Pass the observer as `inspect` to every root actor.
 */
export const startInspection = (): Observer<InspectionEvent> => {
  const guards = watchGuards()
  const recorder = createRecorder(Date.now, mostEntries, { guardsAsked: guards.asked })
  const control = createControl(mostEntries)
  const local = createInspectorWindow(recorder, control, window)
  const online = createOnlineInspector(recorder, window, mostEntries)
  window.addEventListener('keydown', (event) => {
    if (!event.ctrlKey || !event.altKey || event.code !== 'KeyI') return
    if (event.shiftKey) local.open()
    else void online.open()
  })
  return {
    next: (event) => {
      guards.observer.next?.(event)
      control.observer.next?.(event)
      recorder.observer.next?.(event)
    },
  }
}
