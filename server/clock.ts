/** The one way this server writes a time: ISO 8601 in UTC with milliseconds, which sorts as text. */
export const timestamp = (at: Date | number = Date.now()): string => new Date(at).toISOString()
