/** What the manifest's share target, a bookmark or a link put into the address: one part in a line. */
export const sharedIn = (query: URLSearchParams): string =>
  ['url', 'text'].flatMap((name) => query.getAll(name)).join('\n')
