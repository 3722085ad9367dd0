/**
 * The columns as both databases keep them. So that one code serves both: dates are ISO 8601 text in UTC with
 * milliseconds (they sort as text), flags are 0 or 1, structured values are JSON text.
 */
export type Timestamp = string
export type Flag = 0 | 1
export type Json = string

export interface Owned {
  owner_id: number
}
export interface Dated {
  created_at: Timestamp
  updated_at: Timestamp
}
