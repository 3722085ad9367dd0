import * as words from '../composer.words'
import { postLength, weightedLength } from '../postText'
import type { Check } from './check'

export const length: Check = (text) => {
  const used = weightedLength(text)
  return used > postLength ? words.isTooLong(used, postLength) : undefined
}
