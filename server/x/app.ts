import { createHash } from 'node:crypto'
import type { Credentials } from '../../src/schemas/accounts'

/** Which app on X the keys are of, without telling its key: 32 hexadecimal digits of the consumer key's SHA-256. */
export const appOf = ({ api_key }: Pick<Credentials, 'api_key'>): string =>
  createHash('sha256').update(`consumer key ${api_key}`).digest('hex').slice(0, 32)
