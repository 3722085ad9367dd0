import { conflict, HttpProblem, invalid } from '../problems'
import * as words from './words'

/** Why a code is refused. `blocked`: too many wrong codes within an hour. `unread`: no key decrypts the secret. */
export type Refused = 'wrong' | 'blocked' | 'unread'

export const refusalOf = (refused: Refused): HttpProblem => {
  switch (refused) {
    case 'blocked':
      return new HttpProblem(429, words.tooManyCodes)
    case 'unread':
      return conflict(words.factorUnreadable)
    case 'wrong':
      return invalid('code', words.wrongCode)
  }
}
