import { type DestinationStream, type Logger, pino } from 'pino'
import { credentialNames } from '../src/schemas/accounts/accounts'
import type { Config } from './config'

const secrets = [
  ...['authorization', 'cookie', 'password', 'token', 'apiKey', 'bearer', 'bearerToken', 'verifier'],
  ...['refresh_token', 'previous_refresh_token', 'accessToken', 'refreshToken', 'clientSecret'],
  ...credentialNames,
]

/**
 * Lines are buffered for at most 100 ms: unbuffered, they take a fifth of the time of a short answer. The buffer is
 * written before the process ends, except on SIGKILL.
 */
const standardOutput = (): DestinationStream =>
  pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 100 })

/** @returns a logger of JSON lines on standard output, which redacts secrets up to three levels deep. */
export const createLog = (level: Config['LOG_LEVEL'], destination: DestinationStream = standardOutput()): Logger =>
  pino(
    {
      level,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
    },
    destination,
  )

/** For lines that cannot contain a secret: the search for secrets takes most of the time of a short line. */
export const withoutRedaction = (log: Logger): Logger => log.child({}, { redact: [] })

/**
 * Does what `log.child({ reqId })` does, without its search for secrets in the id, which took a tenth of the time of a
 * short answer: pino 10 walks through a text as through an object (`strict` in its `lib/redaction.js`).
 */
export const ofRequest = (log: Logger, reqId: string): Logger => {
  const { chindingsSym } = pino.symbols
  const bindings = `${Reflect.get(log, chindingsSym)},"reqId":${JSON.stringify(reqId)}`
  return Object.assign(Object.create(log), { [chindingsSym]: bindings })
}
