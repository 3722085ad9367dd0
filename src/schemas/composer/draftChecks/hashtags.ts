import * as words from '../composer.words'
import { hashtagsIn } from '../postText'
import type { Check } from './check'

export const hashtags: Check = (text) => {
  const tags = hashtagsIn(text)
  return tags.length > 0 ? words.hasHashtags(tags.map((tag) => `#${tag}`)) : undefined
}
