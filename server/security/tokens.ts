import { hash, randomBytes } from 'node:crypto'
import { dayMs, hourMs } from '../time/clock'

/** The lifetime of a session without use, and in total. */
export const lifetimes = {
  session: { idle: 12 * hourMs, absolute: dayMs },
  remembered: { idle: 30 * dayMs, absolute: 90 * dayMs },
}

/** 256 random bits. */
export const createToken = (): string => randomBytes(32).toString('base64url')

/** Scanners of secrets and the server recognise API tokens by this beginning. */
export const apiTokenPrefix = 'acb_'

export const createApiToken = (): string => `${apiTokenPrefix}${createToken()}`

/** The stored form of a token. Unsalted SHA-256 is enough for 256 random bits. */
export const hashToken = (token: string): string => hash('sha256', token, 'hex')
