/** Links from the manifest's share target, a bookmark or an address, one per line. */
export const sharedIn = (query: URLSearchParams): string =>
  ['url', 'text'].flatMap((name) => query.getAll(name)).join('\n')

/** The host of another page that opened this one, if the browser names it. */
export const openerOf = (referrer: string, own: string): string | undefined => {
  const page = URL.parse(referrer)
  return page && page.origin !== own && page.host !== '' ? page.host : undefined
}
