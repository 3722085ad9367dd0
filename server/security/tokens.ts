import { hash, randomBytes } from 'node:crypto'
import { dayMs, hourMs } from '../clock'

/** How long a session lives without use, and at most. */
export const lifetimes = {
  session: { idle: 12 * hourMs, absolute: dayMs },
  remembered: { idle: 30 * dayMs, absolute: 90 * dayMs },
}

/** 256 random bits that mean nothing outside the sessions table. */
export const createToken = (): string => randomBytes(32).toString('base64url')

/** What an API token begins with, so that scanners of secrets, and the server, know it for one. */
export const apiTokenPrefix = 'acb_'

export const createApiToken = (): string => `${apiTokenPrefix}${createToken()}`

/** What is stored in a token's place. Unsalted SHA-256 is enough for 256 random bits. */
export const hashToken = (token: string): string => hash('sha256', token, 'hex')
