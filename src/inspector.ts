import { createBrowserInspector, type StatelyInspectionEvent } from '@statelyai/inspect'
import type { InspectionEvent, Observer } from 'xstate'
import { credentialNames } from './schemas/accounts'

const secretNames = new Set<string>([...credentialNames, 'password', 'token', 'Authorization'])
const kept = 10_000

/** A copy without secrets: whatever stands under the name of a password, a token or a credential is replaced. */
export const redact = (event: StatelyInspectionEvent): StatelyInspectionEvent =>
  JSON.parse(JSON.stringify(event, (name, value: unknown) => (secretNames.has(name) ? '[redacted]' : value)))

/**
 * For development only: collects what every actor does from now on, and opens the inspector on Ctrl+Alt+I.
 * Pass the observer as `inspect` to the root actor.
 */
export const startInspection = (): Observer<InspectionEvent> => {
  const inspector = createBrowserInspector({ autoStart: false, serialize: redact, maxDeferredEvents: kept })
  window.addEventListener('keydown', (event) => {
    if (event.ctrlKey && event.altKey && event.code === 'KeyI') inspector.start()
  })
  return inspector.inspect
}
