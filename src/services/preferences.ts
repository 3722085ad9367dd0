import * as z from 'zod/mini'
import { readSidebar, writeSidebar } from './sidebarCookie'
import { createStored } from './stored'

const theme = z.enum(['light', 'dark', 'system'])
export type Theme = z.infer<typeof theme>

export interface Preferences {
  theme(): Theme
  setTheme(theme: Theme): void
  /** Whether the sidebar stood open; undefined where nothing is remembered. */
  sidebarOpen(): boolean | undefined
  setSidebarOpen(open: boolean): void
}

export const createPreferences = (storage: Storage, page: { cookie: string }): Preferences => {
  const slot = createStored(storage, 'theme', theme)
  return {
    theme: () => slot.read() ?? 'system',
    setTheme: (value) => (value === 'system' ? slot.remove() : slot.write(value)),
    sidebarOpen: () => readSidebar(page),
    setSidebarOpen: (open) => writeSidebar(page, open),
  }
}
