import { createContext, type ReactNode, use } from 'react'
import type { Connectivity } from '../../services/connectivity'
import type { Preferences } from '../../services/storage/preferences'

export interface Device {
  preferences: Preferences
  connectivity: Connectivity
  /** False if the session ends with the page. */
  keepsSession(): boolean
  /** Rejects if the browser has no clipboard or the operator refuses it. */
  clipboard: { write(text: string): Promise<void> }
}

const DeviceContext = createContext<Device | null>(null)

export const DeviceProvider = ({ device, children }: { device: Device; children: ReactNode }) => (
  <DeviceContext value={device}>{children}</DeviceContext>
)

export const useDevice = (): Device => {
  const device = use(DeviceContext)
  if (!device) throw new Error('DeviceProvider is missing')
  return device
}
