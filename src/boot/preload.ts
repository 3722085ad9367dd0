import { apiBase } from '../services/api/apiBase'
import { bootAnswers } from '../services/api/earlyAnswers'
import { openStorage } from '../services/storage/openStorage'
import { createTokenStore } from '../services/storage/tokenStore'
import { firstReadsOf } from './firstReads'

/** Runs before the console's code arrives and requests what its first screen reads. */
const token = createTokenStore(
  openStorage(() => localStorage),
  window,
).get()

if (token && window.location.pathname.startsWith('/admin')) {
  for (const address of [...firstReadsOf(document), '/meta']) {
    bootAnswers.ask(`${apiBase}${address}`, `Bearer ${token}`)
  }
  /**
   * Chromium needs 25 to 100 ms for the first localized date. Nothing else is waiting yet; later, the first rows would.
   */
  new Date().toLocaleString()
}
