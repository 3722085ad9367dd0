import { HttpProblem, invalid } from '../problems'

/** Why a code was not taken. `blocked`: too many were wrong within the hour. */
export type Refused = 'wrong' | 'blocked'

export const refusalOf = (refused: Refused): HttpProblem =>
  refused === 'blocked'
    ? new HttpProblem(429, 'Too many wrong codes. Wait an hour, or use a recovery code')
    : invalid('code', 'This code is wrong, or was used already')
