/** What the router lets the window hear of, beside Back and Forward. */
const changes = ['popstate', 'pushState', 'replaceState']

/** Calls back whenever another path is in sight; a query or a hash alone is none. Returns the function that stops it. */
export const watchPath = (page: Window, listener: () => void): (() => void) =>
  watch(page, ({ pathname }) => pathname, listener)

/** Calls back whenever the page in sight has another query, with its question mark. Returns the function that stops it. */
export const watchQuery = (page: Window, listener: (query: string) => void): (() => void) => {
  const { pathname } = page.location
  return watch(
    page,
    ({ search }) => search,
    (query) => {
      if (page.location.pathname === pathname) listener(query)
    },
  )
}

const watch = (page: Window, read: (address: Location) => string, listener: (part: string) => void): (() => void) => {
  let known = read(page.location)
  const look = () => {
    const part = read(page.location)
    if (part === known) return
    known = part
    listener(part)
  }
  for (const change of changes) page.addEventListener(change, look)
  return () => {
    for (const change of changes) page.removeEventListener(change, look)
  }
}
