import './landing.css'

const firstUse = ['pointerover', 'pointerdown', 'keydown', 'focusin'] as const

/** Hydration waits until the browser is idle or the visitor acts. */
const waitForUse = (): void => {
  const waiting = new AbortController()
  const early = { signal: waiting.signal, capture: true }
  let hydrating: Promise<void> | undefined
  let clicked: HTMLElement | null = null

  const becomeInteractive = async () => {
    hydrating ??= import('./islands').then(({ hydrate }) => hydrate())
    try {
      await hydrating
    } catch {
      hydrating = undefined
      return
    }
    if (waiting.signal.aborted) return
    waiting.abort()
    clicked?.click()
  }

  for (const type of firstUse) window.addEventListener(type, becomeInteractive, early)
  window.addEventListener(
    'click',
    ({ target }) => {
      clicked = target instanceof Element ? target.closest('[data-island] button') : null
    },
    early,
  )
  if ('requestIdleCallback' in window) window.requestIdleCallback(becomeInteractive, { timeout: 2000 })
  else setTimeout(becomeInteractive, 200)
}

/** Only the development server draws the page here. */
if (import.meta.env.DEV && !document.querySelector('[data-landing]')) void import('./dev')
else waitForUse()
