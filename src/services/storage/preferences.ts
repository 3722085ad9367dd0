import * as z from 'zod/mini'
import { chosenTheme, type Theme, themeCookie, themes } from '../../schemas/shell/theme'
import { createChanges } from '../changes'
import { readSidebar, writeSidebar } from './sidebarCookie'
import { holdsSendsKey } from './storageKeys'
import { createStored } from './stored'

export interface Preferences {
  theme(): Theme
  setTheme(theme: Theme): void
  watchTheme(listener: () => void): () => void
  sidebarOpen(): boolean | undefined
  setSidebarOpen(open: boolean): void
  holdsSends(): boolean
  setHoldsSends(holds: boolean): void
  watchHoldsSends(listener: () => void): () => void
}

/** Moves a theme that consoles before November 2026 stored in `storage` to the cookie that the server reads. */
export const createPreferences = (storage: Storage, page: { cookie: string }): Preferences => {
  const earlier = themes.find((theme) => storage.getItem('theme') === `"${theme}"`)
  if (earlier) page.cookie = themeCookie(earlier)
  storage.removeItem('theme')
  const themeChanges = createChanges<void>()
  const holds = createStored(storage, holdsSendsKey, z.boolean())
  const holdChanges = createChanges<void>()
  return {
    theme: () => chosenTheme(page.cookie) ?? 'system',
    setTheme: (value) => {
      page.cookie = themeCookie(value)
      themeChanges.tell()
    },
    watchTheme: themeChanges.watch,
    sidebarOpen: () => readSidebar(page),
    setSidebarOpen: (open) => writeSidebar(page, open),
    holdsSends: () => holds.read() ?? false,
    setHoldsSends: (value) => {
      holds.write(value)
      holdChanges.tell()
    },
    watchHoldsSends: holdChanges.watch,
  }
}
