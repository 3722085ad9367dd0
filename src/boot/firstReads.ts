const name = 'first-reads'

/** The element in which the build tells a page what its screen reads first (`Section.reads`). */
export const firstReadsTag = (addresses: readonly string[]): string =>
  `<meta name="${name}" content="${addresses.join(' ').replaceAll('&', '&amp;')}">`

/** What the page's screen reads first, below the API's base; nothing where the build did not say. */
export const firstReadsOf = (page: ParentNode): string[] =>
  page.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content.split(' ') ?? []
