/** What the manifest's share target, a bookmark or a link put into the address: one part in a line. */
export const sharedIn = (query: URLSearchParams): string =>
  ['url', 'text'].flatMap((name) => query.getAll(name)).join('\n')

/** The host of the page that opened this one; undefined if the browser does not name another one. */
export const openerOf = (referrer: string, own: string): string | undefined => {
  const page = URL.parse(referrer)
  return page && page.origin !== own && page.host !== '' ? page.host : undefined
}
