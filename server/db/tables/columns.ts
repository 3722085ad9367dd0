/**
 * Both databases use the same column types, so that the same code works with both: times are ISO 8601 texts in UTC with
 * milliseconds (which sort as text), flags are 0 or 1, and structured values are JSON texts.
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
