import { createContext, type ReactNode, use } from 'react'
import type { Theme } from '../../schemas/theme'

/** What the layout keeps on this device. */
export interface Preferences {
  theme(): Theme
  setTheme(theme: Theme): void
  /** Whether the sidebar stood open; undefined where nothing is remembered. */
  sidebarOpen(): boolean | undefined
  setSidebarOpen(open: boolean): void
}

/** Whether there is a network, in the shape that `useSyncExternalStore` takes. */
export interface Connectivity {
  isOnline(): boolean
  subscribe(listener: () => void): () => void
}

export interface Device {
  preferences: Preferences
  connectivity: Connectivity
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
