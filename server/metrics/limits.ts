interface Window {
  remaining: number
  untilMs: number
}

/** The lowest remaining number of requests by call, from X's headers, until the window closes. */
export const createLimits = (now: () => number) => {
  const windows = new Map<string, Window>()

  const openWindow = (path: string): Window | undefined => {
    const known = windows.get(path)
    return known && known.untilMs > now() ? known : undefined
  }

  return {
    note(path: string, headers: Record<string, string>): void {
      const remaining = wholeNumber(headers['x-rate-limit-remaining'])
      const reset = wholeNumber(headers['x-rate-limit-reset'])
      if (remaining === undefined || reset === undefined) return
      const known = openWindow(path)
      if (known === undefined || remaining <= known.remaining) windows.set(path, { remaining, untilMs: reset * 1000 })
    },
    open: () =>
      [...windows.keys()].flatMap((path) => {
        const window = openWindow(path)
        return window ? [{ path, remaining: window.remaining }] : []
      }),
  }
}

const wholeNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,12}$/.test(text) ? Number(text) : undefined
