/** Groups whose names differ only in case are the same group. */
export const groupKey = (name: string): string => name.toLowerCase()
