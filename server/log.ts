import { type DestinationStream, type Logger, pino } from 'pino'
import { credentialNames } from '../src/schemas/accounts'
import type { Config } from './config'

const secrets = [
  ...['authorization', 'cookie', 'password', 'token', 'apiKey', 'bearer', 'bearerToken', 'verifier'],
  ...['refresh_token', 'previous_refresh_token', 'accessToken', 'refreshToken', 'clientSecret'],
  ...credentialNames,
]

/**
 * Lines wait for each other, at most a tenth of a second: one by one they take a fifth of a short answer's time. Whatever
 * ends the process writes them first, but for a kill.
 */
const standardOutput = (): DestinationStream =>
  pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 100 })

/** JSON lines on standard output; a secret that ends up in one is blotted out, three levels deep. */
export const createLog = (level: Config['LOG_LEVEL'], destination: DestinationStream = standardOutput()): Logger =>
  pino(
    {
      level,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
    },
    destination,
  )

/** For lines whose values hold no secret by their make: looking for one takes most of the time of a short line. */
export const withoutRedaction = (log: Logger): Logger => log.child({}, { redact: [] })

/**
 * Names the request in each line, as `log.child({ reqId })` does, which looks for secrets in the id, and took a tenth of the
 * time of a short answer: pino 10 looks through every text as through an object (`strict` in its `lib/redaction.js`).
 */
export const ofRequest = (log: Logger, reqId: string): Logger => {
  const { chindingsSym } = pino.symbols
  const bindings = `${Reflect.get(log, chindingsSym)},"reqId":${JSON.stringify(reqId)}`
  return Object.assign(Object.create(log), { [chindingsSym]: bindings })
}
