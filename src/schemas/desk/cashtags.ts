import { cashtagsIn } from '../postText'
import type { Check } from './check'

/** `$TICKER`: X makes a link to prices of it, and spam filters know it well. */
export const cashtags: Check = (text) => {
  const tags = cashtagsIn(text)
  return tags.length > 0 ? `has cashtags: ${tags.map((tag) => `$${tag}`).join(', ')}` : undefined
}
