import type { FastifyRequest } from 'fastify'
import type { Origin } from '../features/session/sessions.store'
import { HttpProblem } from '../problems'
import * as words from '../security/words'
import { callerOf } from './attempts'

const longestDevice = 300

/** Where a session is begun, for whom it belongs to. */
export const originOf = (request: FastifyRequest): Origin => ({
  address: callerOf(request),
  device: request.headers['user-agent']?.slice(0, longestDevice) ?? null,
})

export const isDisabled = (): HttpProblem => new HttpProblem(403, words.disabled)
