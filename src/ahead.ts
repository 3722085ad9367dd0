import { bootAnswers } from './services/earlyAnswers'
import { firstReadsOf } from './services/firstReads'
import { createTokenStore } from './services/tokenStore'

/** Runs before the console's code has arrived, and asks for what its first screen will read. */
const token = createTokenStore(localStorage, window).get()
const baseUrl = import.meta.env.VITE_API_BASE_URL || '/api/v1'

if (token && window.location.pathname.startsWith('/admin')) {
  for (const address of ['/meta', ...firstReadsOf(window.location.pathname)]) {
    bootAnswers.ask(`${baseUrl}${address}`, `Bearer ${token}`)
  }
}
