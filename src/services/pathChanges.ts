const changes = ['popstate', 'pushState', 'replaceState']

/** A change of only the query or hash does not call back. Returns a function that stops watching. */
export const watchPath = (page: Window, listener: () => void): (() => void) =>
  watch(page, ({ pathname }) => pathname, listener)

/** `query` has its question mark. Returns a function that stops watching. */
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
