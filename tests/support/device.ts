import { createConnectivity } from '../../src/services/connectivity'
import { createPreferences } from '../../src/services/storage/preferences'
import type { Device } from '../../src/views/shell/deviceContext'

/** A device that is online; copied texts go to `write`. */
export const deviceWith = (write: Device['clipboard']['write'] = async () => {}): Device => ({
  preferences: createPreferences(localStorage, document),
  keepsSession: () => true,
  connectivity: createConnectivity({ onLine: true }, new EventTarget()),
  clipboard: { write },
})
