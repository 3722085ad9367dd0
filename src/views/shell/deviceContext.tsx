import { createContext, type ReactNode, use } from 'react'
import type { Connectivity } from '../../services/connectivity'
import type { Preferences } from '../../services/preferences'

/** What the layout knows and keeps of this device. */
export interface Device {
  preferences: Preferences
  connectivity: Connectivity
  /** False where the session ends with the page. */
  keepsSession(): boolean
  /** Rejects where the browser gives the page no clipboard, or the person refuses it. */
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
