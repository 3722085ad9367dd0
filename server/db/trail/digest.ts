import { createHash } from 'node:crypto'

/** SHA-256, as hex, of values in their order. */
export const digestOf = (values: unknown[]): string => createHash('sha256').update(JSON.stringify(values)).digest('hex')
