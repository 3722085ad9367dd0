import { Secret, TOTP } from 'otpauth'

/** The code of an authenticator app, now or some steps of 30 seconds from now. */
export const codeAt = (secret: string | undefined, steps: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret ?? '') }).generate({ timestamp: Date.now() + steps * 30_000 })
