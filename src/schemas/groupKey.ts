/** Groups whose names differ in case alone are one: cells show them alike, and filters take them for the same. */
export const groupKey = (name: string): string => name.toLowerCase()
