import './views/landing/landing.css'

const firstUse = ['pointerover', 'pointerdown', 'keydown', 'focusin'] as const

/** The page is complete as HTML: it becomes React's when the browser is idle, or at the visitor's first move. */
const waitForUse = (): void => {
  const waiting = new AbortController()
  const early = { signal: waiting.signal, capture: true }
  let loading: Promise<typeof import('./landingIslands') | undefined> | undefined
  let clicked: HTMLElement | null = null

  const becomeInteractive = async () => {
    loading ??= import('./landingIslands').catch(() => {
      loading = undefined
      return undefined
    })
    const islands = await loading
    if (!islands || waiting.signal.aborted) return
    waiting.abort()
    islands.hydrate()
    clicked?.click()
  }

  for (const type of firstUse) window.addEventListener(type, becomeInteractive, early)
  window.addEventListener(
    'click',
    ({ target }) => {
      clicked = target instanceof Element ? target.closest('button') : null
    },
    early,
  )
  if ('requestIdleCallback' in window) window.requestIdleCallback(becomeInteractive, { timeout: 2000 })
  else setTimeout(becomeInteractive, 200)
}

/** Only the development server, which prerenders nothing, draws the page here. */
if (import.meta.env.DEV && !document.querySelector('[data-landing]')) void import('./landingDev')
else waitForUse()
