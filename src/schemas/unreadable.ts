/** The fields of a record that could not be read; empty values stand for them. */
export const unreadableIn = (record: object | undefined): readonly string[] =>
  record && 'unreadable' in record && Array.isArray(record.unreadable) ? record.unreadable : []

export const isReadable = <T extends object>(record: T, field: keyof T & string): boolean =>
  !unreadableIn(record).includes(field)

/** Without an id, nothing can be done with the record. */
export const isNamed = (record: { id?: unknown }): boolean => isReadable(record, 'id')
