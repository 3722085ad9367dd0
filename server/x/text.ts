const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' }

/** Decodes X's HTML entities once. */
export const withoutEntities = (text: string): string =>
  text.replace(/&(?:lt|gt|amp);/g, (entity) => entities[entity] ?? entity)
