import { postLength, weightedLength } from '../postText'
import type { Check } from './check'

/** As X counts, for accounts without a subscription. */
export const length: Check = (text) => {
  const used = weightedLength(text)
  return used > postLength ? `is ${used} characters long as X counts them; ${postLength} fit` : undefined
}
