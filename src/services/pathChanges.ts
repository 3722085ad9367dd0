/** What the router lets the window hear of, beside Back and Forward. */
const changes = ['popstate', 'pushState', 'replaceState']

/** Calls back whenever another path is in sight; a query or a hash alone is none. Returns the function that stops it. */
export const watchPath = (page: Window, listener: () => void): (() => void) => {
  let path = page.location.pathname
  const look = () => {
    if (page.location.pathname === path) return
    path = page.location.pathname
    listener()
  }
  for (const change of changes) page.addEventListener(change, look)
  return () => {
    for (const change of changes) page.removeEventListener(change, look)
  }
}
