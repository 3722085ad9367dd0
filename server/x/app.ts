import { createHash } from 'node:crypto'
import type { Credentials } from '../../src/schemas/accounts/accounts'
import type { Payer } from './ledger'

/**
 * @returns an id of the app of these keys that does not reveal the key: 32 hexadecimal digits of the consumer key's
 * SHA-256.
 */
export const appOf = ({ api_key }: Pick<Credentials, 'api_key'>): string =>
  createHash('sha256').update(`consumer key ${api_key}`).digest('hex').slice(0, 32)

/** @returns the id of the app with this OAuth 2.0 client id. */
export const appOfClient = (clientId: string): string =>
  createHash('sha256').update(`client id ${clientId}`).digest('hex').slice(0, 32)

/** Reading with the app's own bearer token, at the cost of this operator. */
export const asAppFor = (ownerId: number): { app: Payer } => ({ app: { ownerId, account: '', app: 'server' } })
