const name = 'first-reads'

export const firstReadsTag = (addresses: readonly string[]): string =>
  `<meta name="${name}" content="${addresses.join(' ').replaceAll('&', '&amp;')}">`

export const firstReadsOf = (page: ParentNode): string[] =>
  page.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content.split(' ') ?? []
