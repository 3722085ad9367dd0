/** Stands in for what tells XState's actors to a browser extension, for which nothing here asks (`devTools`). */
export const devToolsAdapter = () => undefined
