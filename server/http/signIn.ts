import type { FastifyRequest } from 'fastify'
import type { Origin } from '../features/session/sessions.store'
import { HttpProblem } from '../problems'
import * as words from '../security/words'
import { callerOf } from './attempts'

const longestDevice = 300

/** The caller of a new session, for the session's owner. */
export const originOf = (request: FastifyRequest): Origin => ({
  address: callerOf(request),
  device: request.headers['user-agent']?.slice(0, longestDevice) ?? null,
})

export const isDisabled = (): HttpProblem => new HttpProblem(403, words.disabled)
