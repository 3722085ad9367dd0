import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { minuteMs } from '../clock'
import { signedIn } from './authenticate'
import { throttle } from './throttle'
import * as words from './words'

const window = 5 * minuteMs
const detail = words.tooManyAttempts

/** Attempts per five minutes. Counted by address as well, so that nobody is locked out by somebody else. */
const most = { perAddressAndOperator: 30, perAddress: 300, perSession: 30, read: 3000 }

/** What calls that take a password or a one-time link are held to, all of them together: each limit counts for itself. */
export const createAttemptLimits = (app: FastifyInstance) => ({
  /** Before a body is read: reading a stranger's is work already. */
  beforeBody: throttle(app, { max: most.read, window, keyOf: callerOf, detail }),
  byAddress: throttle(app, { max: most.perAddress, window, keyOf: callerOf, detail }),
  byOperator: throttle(app, { max: most.perAddressAndOperator, window, keyOf: callerAndOperator, detail }),
  /** For a call with a session: who stole one cannot guess on at its password, nor hold up the owner's own session. */
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

/** An IPv6 caller has a whole /64 to itself: its addresses count as one. */
export const callerOf = ({ ip }: FastifyRequest): string => normalizeIP(ip, 64)

/** Of an attempt that is refused, for the audit trail. */
export const triedFrom = (request: FastifyRequest) => ({ caller: callerOf(request), subject: request.ip })

export const callerAndOperator = (request: FastifyRequest): string => `${callerOf(request)} ${addressIn(request)}`

const addressIn = ({ body }: FastifyRequest): string =>
  typeof body === 'object' && body !== null && 'email' in body ? String(body.email).trim().toLowerCase() : ''
