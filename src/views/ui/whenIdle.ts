/** After three seconds at the latest. Returns a function that prevents it. */
export const whenIdle = (run: () => void): (() => void) => {
  if ('requestIdleCallback' in window) {
    const idle = window.requestIdleCallback(run, { timeout: 3000 })
    return () => window.cancelIdleCallback(idle)
  }
  const timer = setTimeout(run, 300)
  return () => clearTimeout(timer)
}
