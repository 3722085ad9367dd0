const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' }

/** X's HTML entities undone once. */
export const withoutEntities = (text: string): string =>
  text.replace(/&(?:lt|gt|amp);/g, (entity) => entities[entity] ?? entity)
