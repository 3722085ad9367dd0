import { hashtagsIn } from '../postText'
import type { Check } from './check'

export const hashtags: Check = (text) => {
  const tags = hashtagsIn(text)
  return tags.length > 0 ? `has hashtags: ${tags.map((tag) => `#${tag}`).join(', ')}` : undefined
}
