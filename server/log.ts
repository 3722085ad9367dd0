import { type Logger, pino } from 'pino'
import { credentialNames } from '../src/schemas/accounts'
import type { Config } from './config'

const secrets = ['authorization', 'cookie', 'password', 'token', 'apiKey', 'bearerToken', ...credentialNames]

/** JSON lines on standard output; a secret that ends up in one is blotted out, three levels deep. */
export const createLog = (level: Config['LOG_LEVEL']): Logger =>
  pino({
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
  })
