import * as z from 'zod/mini'
import { chosenTheme, type Theme, themeCookie, themes } from '../schemas/theme'
import { createChanges } from './changes'
import { readSidebar, writeSidebar } from './sidebarCookie'
import { holdsSendsKey } from './storageKeys'
import { createStored } from './stored'

/** What the layout keeps on this device. */
export interface Preferences {
  theme(): Theme
  setTheme(theme: Theme): void
  /** Calls back when another theme was chosen. Returns the function that stops it. */
  watchTheme(listener: () => void): () => void
  /** Whether the sidebar stood open; undefined where nothing is remembered. */
  sidebarOpen(): boolean | undefined
  setSidebarOpen(open: boolean): void
  /** Whether a send waits for some seconds in which it can be taken back. */
  holdsSends(): boolean
  setHoldsSends(holds: boolean): void
  watchHoldsSends(listener: () => void): () => void
}

/** A theme that a console of before November 2026 kept in `storage` moves to the cookie that the server reads. */
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
