import { type DestinationStream, type Logger, pino } from 'pino'
import { credentialNames } from '../src/schemas/accounts'
import type { Config } from './config'

const secrets = [
  ...['authorization', 'cookie', 'password', 'token', 'apiKey', 'bearer', 'bearerToken', 'verifier'],
  ...['refresh_token', 'previous_refresh_token', 'accessToken', 'refreshToken', 'clientSecret'],
  ...credentialNames,
]

/** JSON lines on standard output; a secret that ends up in one is blotted out, three levels deep. */
export const createLog = (level: Config['LOG_LEVEL'], destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
    },
    destination,
  )
