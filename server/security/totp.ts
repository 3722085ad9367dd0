import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

const recoveryBytes = 20
const recoveryCount = 10

/** Six digits, valid for 30 seconds (RFC 6238) and one step before or after. */
const totpOf = (secret: string, label = ''): TOTP =>
  new TOTP({ issuer: 'Auto Comment Bot', label, secret: Secret.fromBase32(secret), digits: 6, period: 30 })

/** 160 random bits, in base32. */
export const createSecret = (): string => new Secret({ size: 20 }).base32

/** The content of the QR code for an authenticator app. */
export const enrolmentAddress = (secret: string, email: string): string => totpOf(secret, email).toString()

/** @returns the time step of a code; undefined if no step around `now` has this code. */
export const stepOf = (secret: string, code: string, now = Date.now()): number | undefined => {
  if (!/^[0-9]{6}$/.test(code)) return undefined
  const totp = totpOf(secret)
  const delta = totp.validate({ token: code, timestamp: now, window: 1 })
  return delta === null ? undefined : totp.counter({ timestamp: now }) + delta
}

/** Ten codes of 160 random bits, in base32, in groups of four. */
export const createRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCount }, () => {
    const { base32 } = new Secret({ buffer: new Uint8Array(randomBytes(recoveryBytes)).buffer })
    return base32.replaceAll(/(.{4})(?=.)/g, '$1-')
  })
