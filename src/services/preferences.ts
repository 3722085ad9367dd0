import * as z from 'zod/mini'
import { createStored } from './stored'

const theme = z.enum(['light', 'dark', 'system'])
export type Theme = z.infer<typeof theme>

const sidebarCookie = 'sidebar_state'
const sidebarLifetimeSeconds = 604_800

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
    sidebarOpen: () => {
      const value = new RegExp(`(?:^|; )${sidebarCookie}=(true|false)`).exec(page.cookie)?.[1]
      return value === undefined ? undefined : value === 'true'
    },
    setSidebarOpen: (open) => {
      page.cookie = `${sidebarCookie}=${open}; path=/; max-age=${sidebarLifetimeSeconds}; samesite=lax`
    },
  }
}
