/** The fields of a list's record that could not be read; empty values stand for them. */
export const unreadableIn = (record: object | undefined): readonly string[] =>
  record && 'unreadable' in record && Array.isArray(record.unreadable) ? record.unreadable : []

/** Without an id, nothing can be done with the record. */
export const isNamed = (record: object): boolean => !unreadableIn(record).includes('id')
