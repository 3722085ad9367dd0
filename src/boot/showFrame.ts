import { apiBase, wasSandbox } from '../services/api/apiBase'
import { openStorage } from '../services/storage/openStorage'
import { readSidebar } from '../services/storage/sidebarCookie'
import { createTokenStore } from '../services/storage/tokenStore'
import { drawerQuery, roomyQuery } from '../views/shell/widths'
import { modKey } from '../views/ui/modKey'
import { showFirstFrame } from './frame'

const parsed = new Promise((resolve) => {
  if (document.readyState === 'loading') document.addEventListener('readystatechange', resolve, { once: true })
  else resolve(undefined)
})

const holds = (query: string): boolean => window.matchMedia(query).matches

/** Runs before the console's code arrives. */
void parsed.then(() => {
  const storage = openStorage(() => localStorage)
  if (createTokenStore(storage, window).get())
    showFirstFrame(document, {
      sidebar: holds(drawerQuery) ? 'drawer' : (readSidebar(document) ?? holds(roomyQuery)) ? 'wide' : 'narrow',
      theme: document.documentElement.dataset.theme ?? 'system',
      sandbox: wasSandbox(storage, apiBase),
      mod: modKey(),
    })
})
