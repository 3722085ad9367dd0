import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { minuteMs } from '../time/clock'
import { signedIn } from './authenticate'
import { throttle } from './throttle'
import * as words from './words'

const window = 5 * minuteMs
const detail = words.tooManyAttempts

/**
 * Attempts per five minutes. The count by operator includes the address, so that no stranger can lock an operator out.
 */
const most = { perAddressAndOperator: 30, perAddress: 300, perSession: 30, read: 3000 }

/** Limits for calls with a password or a one-time link. Each limit counts all of these calls together. */
export const createAttemptLimits = (app: FastifyInstance) => ({
  /** Runs before the body is read, because even reading costs work. */
  beforeBody: throttle(app, { max: most.read, window, keyOf: callerOf, detail }),
  byAddress: throttle(app, { max: most.perAddress, window, keyOf: callerOf, detail }),
  byOperator: throttle(app, { max: most.perAddressAndOperator, window, keyOf: callerAndOperator, detail }),
  /** For calls with a session: a stolen session can neither guess the password nor block the owner's session. */
  bySession: throttle(app, {
    max: most.perSession,
    window,
    keyOf: (request) => String(signedIn(request).sessionId),
    detail,
  }),
  /** Bytes. */
  bodyLimit: 8 * 1024,
})

export type AttemptLimits = ReturnType<typeof createAttemptLimits>

/** A caller with IPv6 has a whole /64, so its addresses count as one. */
export const callerOf = ({ ip }: FastifyRequest): string => normalizeIP(ip, 64)

/** For the audit trail's line of a refused attempt. */
export const triedFrom = (request: FastifyRequest) => ({ caller: callerOf(request), subject: request.ip })

export const callerAndOperator = (request: FastifyRequest): string => `${callerOf(request)} ${addressIn(request)}`

const addressIn = ({ body }: FastifyRequest): string =>
  typeof body === 'object' && body !== null && 'email' in body ? String(body.email).trim().toLowerCase() : ''
