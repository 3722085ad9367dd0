import { conflict, HttpProblem, invalid } from '../problems'

/** Why a code was not taken. `blocked`: too many were wrong within the hour. `unread`: no key opens the secret. */
export type Refused = 'wrong' | 'blocked' | 'unread'

export const refusalOf = (refused: Refused): HttpProblem => {
  switch (refused) {
    case 'blocked':
      return new HttpProblem(429, 'Too many wrong codes. Wait an hour, or use a recovery code')
    case 'unread':
      return conflict('This second factor cannot be read any more. Use a recovery code, or ask an administrator')
    case 'wrong':
      return invalid('code', 'This code is wrong, or was used already')
  }
}
