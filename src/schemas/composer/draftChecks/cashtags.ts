import * as words from '../composer.words'
import { cashtagsIn } from '../postText'
import type { Check } from './check'

/** X links cashtags to prices, and spam filters know them well. */
export const cashtags: Check = (text) => {
  const tags = cashtagsIn(text)
  return tags.length > 0 ? words.hasCashtags(tags.map((tag) => `$${tag}`)) : undefined
}
