import { createHash } from 'node:crypto'
import type { Credentials } from '../../src/schemas/accounts'
import type { Payer } from './ledger'

/** Which app on X the keys are of, without telling its key: 32 hexadecimal digits of the consumer key's SHA-256. */
export const appOf = ({ api_key }: Pick<Credentials, 'api_key'>): string =>
  createHash('sha256').update(`consumer key ${api_key}`).digest('hex').slice(0, 32)

/** The same of an app that its OAuth 2.0 client id names. */
export const appOfClient = (clientId: string): string =>
  createHash('sha256').update(`client id ${clientId}`).digest('hex').slice(0, 32)

/** Reading with the app's own bearer token, which this operator pays for. */
export const asAppFor = (ownerId: number): { app: Payer } => ({ app: { ownerId, account: '', app: 'server' } })
